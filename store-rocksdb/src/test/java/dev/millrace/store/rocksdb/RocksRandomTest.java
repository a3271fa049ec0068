package dev.millrace.store.rocksdb;

import static dev.millrace.store.StoreUnderTest.SLOTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.Rows;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both stores, told the same, say the same; and so after each crash. */
class RocksRandomTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void bothStoresAgree(long seed) {
    try (var run = new Run(directory, seed)) {
      run.steps(1_500);
    }
  }

  @Test
  @Tag("full")
  void bothStoresAgreeForLong() {
    for (long seed = 100; seed < 106; seed++) {
      try (var run = new Run(directory.resolve("" + seed), seed)) {
        run.steps(5_000);
      }
    }
  }

  private record Pair(Snapshot real, Snapshot simulated) implements AutoCloseable {
    @Override
    public void close() {
      real.close();
      simulated.close();
    }
  }

  private static final class Run implements AutoCloseable {
    private static final long FILE_BYTES_MIN = 10_000;

    private final SplittableRandom random;
    private final Path directory;
    private final long seed;
    private final SimulatedStore simulated = new SimulatedStore(SLOTS);
    private final List<Pair> snapshots = new ArrayList<>();

    /** Of each layer since the last flush, the ticket of slot 0, which every layer raises. */
    private final List<Long> unflushed = new ArrayList<>();

    private RocksStore real;
    private long ticket;
    private int crashesInBetween;

    Run(Path directory, long seed) {
      this.random = new SplittableRandom(seed);
      this.directory = directory;
      this.seed = seed;
      this.real = open();
    }

    /** Some layers are large enough to come as files. */
    private RocksStore open() {
      return RocksStore.open(directory, RocksUnderTest.ID, RocksUnderTest.SMALL, FILE_BYTES_MIN);
    }

    void steps(int count) {
      for (int step = 0; step < count; step++) {
        switch (random.nextInt(100)) {
          case 0 -> flush();
          case 2 -> crash();
          case 1, 3, 4, 5, 6 -> snapshots.add(new Pair(real.snapshot(), simulated.snapshot()));
          case 7, 8, 9, 10 -> closeOneSnapshot();
          case 11 -> compareAll(step);
          default -> {
            if (random.nextInt(3) == 0) {
              compareReads(step);
            } else {
              apply();
            }
          }
        }
      }
      compareAll(count);
      assertThat(crashesInBetween).as("crashes that kept some layers").isPositive();
    }

    private void apply() {
      var layer = Layer.builder().ticket(0, ++ticket);
      for (int slot = 1; slot < SLOTS; slot++) {
        layer.ticket(slot, ticket);
      }
      if (random.nextInt(10) == 0) {
        layer.deleteRange(range());
      }
      var keys = new TreeSet<RowKey>();
      int changes = random.nextInt(12);
      while (keys.size() < changes) {
        keys.add(key());
      }
      for (var key : keys) {
        if (random.nextInt(3) == 0) {
          layer.delete(key);
        } else {
          layer.put(key, value());
        }
      }
      var built = layer.build();
      real.apply(built);
      simulated.apply(built);
      unflushed.add(ticket);
    }

    private void flush() {
      real.flush();
      simulated.flush();
      unflushed.clear();
    }

    /** The real store comes back at some boundary; the simulated one is told which. */
    private void crash() {
      snapshots.forEach(Pair::close);
      snapshots.clear();
      real.close();
      real = open();
      long kept = real.appliedTicket(0);
      int layersKept = (int) unflushed.stream().filter(applied -> applied <= kept).count();
      crashesInBetween += layersKept > 0 && layersKept < unflushed.size() ? 1 : 0;
      simulated.crash(layersKept);
      unflushed.clear();
      assertThat(simulated.appliedTicket(0)).as("seed %d", seed).isEqualTo(kept);
      compareAll(-1);
    }

    private void closeOneSnapshot() {
      if (!snapshots.isEmpty()) {
        snapshots.remove(random.nextInt(snapshots.size())).close();
      }
    }

    private void compareReads(int step) {
      if (snapshots.isEmpty()) {
        return;
      }
      var pair = snapshots.get(random.nextInt(snapshots.size()));
      var range = range();
      var limit = new ScanLimit(1 + random.nextInt(20), 1 + random.nextInt(2_000));
      var keys = List.of(key(), key(), key(), key());

      assertThat(pair.real().scan(range, limit))
          .as("seed %d step %d", seed, step)
          .isEqualTo(pair.simulated().scan(range, limit));
      assertThat(pair.real().find(keys))
          .as("seed %d step %d", seed, step)
          .isEqualTo(pair.simulated().find(keys));
      assertThat(pair.real().ticket(0)).isEqualTo(pair.simulated().ticket(0));
    }

    private void compareAll(int step) {
      assertThat(everything(real))
          .as("seed %d step %d", seed, step)
          .isEqualTo(everything(simulated));
    }

    private static List<?> everything(Store store) {
      return Rows.everything(store);
    }

    private RowKey key() {
      var pid = new byte[random.nextInt(3)];
      for (int i = 0; i < pid.length; i++) {
        pid[i] = (byte) (random.nextInt(5) * 63);
      }
      return new RowName.Task(random.nextInt(SLOTS), 1 + random.nextInt(3), Bytes.of(pid)).key();
    }

    /** In one slot, as layers want it. */
    private KeyRange range() {
      var a = key();
      var b = key();
      while (RowName.slotOf(b) != RowName.slotOf(a)) {
        b = key();
      }
      return a.compareTo(b) < 0 ? new KeyRange(a, b) : new KeyRange(b, a);
    }

    private Bytes value() {
      var value = new byte[random.nextInt(4) == 0 ? 4_000 : random.nextInt(20)];
      random.nextBytes(value);
      return Bytes.of(value);
    }

    @Override
    public void close() {
      snapshots.forEach(Pair::close);
      real.close();
    }
  }
}
