package dev.millrace.store.rocksdb;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.StoreId;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures a store: {@code StoreFigures DIRECTORY [ROWS]}. Keys have 28 bytes, values 10, layers
 * 10,000 rows; queues take turns, so that rows don't come in the order of their keys.
 */
final class StoreFigures {
  private static final int BATCH = 10_000;
  private static final int QUEUES = 1_000;
  private static final StoreId ID = new StoreId("figures", 256);

  private final SplittableRandom random = new SplittableRandom(1);
  private final Path directory;
  private final int rows;

  private StoreFigures(Path directory, int rows) {
    this.directory = directory;
    this.rows = rows;
  }

  public static void main(String[] arguments) throws Exception {
    int rows = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    new StoreFigures(Path.of(arguments[0]), rows).run();
  }

  private void run() throws Exception {
    print("before: resident %d MiB", residentMiB());
    try (var store = RocksStore.open(directory, ID, RocksConfig.DEFAULT)) {
      rate("apply, random order", rows, () -> applyAll(store));
      rate("flush", 1, () -> flush(store));
      print("status: %s", store.status());
      print("loaded: resident %d MiB", residentMiB());
    }
    long start = System.nanoTime();
    try (var store = RocksStore.open(directory, ID, RocksConfig.DEFAULT)) {
      print("open: %.1f ms; %s", (System.nanoTime() - start) / 1e6, store.status());
      var missing = keys(0x7fff_ffff);
      rate("find, missing, cold", missing.size(), () -> find(store, missing));
      rate("find, missing, warm", missing.size(), () -> find(store, missing));
      rate("compactions that were due", 1, () -> settle(store));
      rate("find, missing, compacted", missing.size(), () -> find(store, missing));
      rate("scan, cold", rows, () -> scan(store));
      rate("scan, warm", rows, () -> scan(store));
      var present = presentKeys(store);
      rate("find, present, warm", present.size(), () -> find(store, present));
      rate("range delete of all queues", QUEUES, () -> deleteQueues(store));
      rate("flush", 1, () -> flush(store));
      rate("scan of emptied queues", QUEUES, () -> scan(store));
      print("status: %s", store.status());
      print("end: resident %d MiB", residentMiB());
    }
  }

  private Void applyAll(RocksStore store) {
    for (int done = 0, ticket = 1; done < rows; done += BATCH, ticket++) {
      var layer = Layer.builder();
      for (int slot = 0; slot < ID.slots(); slot++) {
        layer.ticket(slot, ticket);
      }
      for (int i = 0; i < BATCH; i++) {
        var value = new byte[10];
        random.nextBytes(value);
        layer.put(key(done + i, random.nextLong()), Bytes.of(value));
      }
      store.apply(layer.build());
    }
    return null;
  }

  /** A FIFO number and something random, as a PID of 17 bytes. */
  private static RowKey key(int number, long noise) {
    var pid = ByteBuffer.allocate(17).put((byte) 0).putLong(number).putLong(noise).array();
    return new RowName.Task(queue(number) % ID.slots(), 1 + queue(number), Bytes.of(pid)).key();
  }

  private static int queue(int number) {
    return Math.floorMod(number * 31, QUEUES);
  }

  private List<RowKey> keys(int first) {
    var keys = new ArrayList<RowKey>();
    for (int i = 0; i < 200_000; i++) {
      keys.add(key(random.nextInt(rows), first + (long) i));
    }
    return keys;
  }

  private static List<RowKey> presentKeys(RocksStore store) {
    var keys = new ArrayList<RowKey>();
    try (var snapshot = store.snapshot()) {
      for (int queue = 0; queue < QUEUES; queue++) {
        var range = RowRanges.tasks(queue % ID.slots(), 1 + queue);
        snapshot.scan(range, new ScanLimit(200, 1 << 20)).rows().forEach(it -> keys.add(it.key()));
      }
    }
    return keys;
  }

  private static Void find(RocksStore store, List<RowKey> keys) {
    try (var snapshot = store.snapshot()) {
      for (int from = 0; from < keys.size(); from += 1_000) {
        snapshot.find(keys.subList(from, Math.min(from + 1_000, keys.size())));
      }
    }
    return null;
  }

  private static Void settle(RocksStore store) {
    while (store.status().pendingCompactionBytes() > 0) {
      LockSupport.parkNanos(10_000_000);
    }
    return null;
  }

  private static Void scan(RocksStore store) {
    try (var snapshot = store.snapshot()) {
      for (int queue = 0; queue < QUEUES; queue++) {
        var range = RowRanges.tasks(queue % ID.slots(), 1 + queue);
        snapshot.scan(range, new ScanLimit(1_000_000, Long.MAX_VALUE));
      }
    }
    return null;
  }

  private static Void deleteQueues(RocksStore store) {
    for (int queue = 0; queue < QUEUES; queue++) {
      int slot = queue % ID.slots();
      store.apply(
          Layer.builder()
              .ticket(slot, store.appliedTicket(slot))
              .deleteRange(RowRanges.tasks(slot, 1 + queue))
              .build());
    }
    return null;
  }

  private static Void flush(RocksStore store) {
    store.flush();
    return null;
  }

  private static void rate(String what, int count, Callable<?> work) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long cpuStart = threads.getCurrentThreadCpuTime();
    work.call();
    double cpu = (threads.getCurrentThreadCpuTime() - cpuStart) / 1e9;
    double seconds = (System.nanoTime() - start) / 1e9;
    print(
        "%s: %d in %.3f s = %.0f/s; %.0f per second of CPU",
        what, count, seconds, count / seconds, count / cpu);
  }

  private static long residentMiB() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10;
      }
    }
    return 0;
  }

  private static void print(String format, Object... arguments) {
    System.out.println(format.formatted(arguments));
  }
}
