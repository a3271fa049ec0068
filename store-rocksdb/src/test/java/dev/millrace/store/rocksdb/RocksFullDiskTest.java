package dev.millrace.store.rocksdb;

import static dev.millrace.store.rocksdb.RocksUnderTest.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.Rows;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** A store on a disk that fills up, and later has space again. Needs root, for a mount. */
@Tag("full")
class RocksFullDiskTest {
  private static final RocksConfig CONFIG = new RocksConfig(16 << 20, 1 << 20, 2, 64, 0, 0);

  @TempDir private Path parent;
  private Path mount;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    mount = Files.createDirectory(parent.resolve("disk"));
    run("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", mount.toString());
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", mount.toString());
  }

  @Test
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
  void aFullDiskIsSaidAndLeftWithoutARestart() throws Exception {
    var ballast = mount.resolve("ballast");
    Files.write(ballast, new byte[36 << 20]);
    try (var store = RocksStore.open(mount.resolve("store"), ID, CONFIG)) {
      long ticket = writeUntilFull(store);
      long flushed = store.flushedTickets()[0];

      assertThat(Rows.pids(store)).hasSize((int) ticket);
      assertThat(store.status().backgroundErrors()).isPositive();

      Files.delete(ballast);
      flushWithin(store, Duration.ofSeconds(60));
      store.apply(layer(ticket + 1));
      store.flush();

      assertThat(flushed).isPositive();
      assertThat(store.flushedTickets()[0]).isEqualTo(ticket + 1);
    }
    try (var store = RocksStore.open(mount.resolve("store"), ID, CONFIG)) {
      assertThat(Rows.pids(store)).hasSize((int) store.appliedTicket(0));
    }
  }

  @Test
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
  void aStoreOnAFullDiskCanBeClosed() throws Exception {
    Files.write(mount.resolve("ballast"), new byte[36 << 20]);
    long flushed;
    try (var store = RocksStore.open(mount.resolve("store"), ID, CONFIG)) {
      writeUntilFull(store);
      flushed = store.flushedTickets()[0];
    }

    Files.delete(mount.resolve("ballast"));
    try (var store = RocksStore.open(mount.resolve("store"), ID, CONFIG)) {
      assertThat(store.appliedTicket(0)).isGreaterThanOrEqualTo(flushed);
      assertThat(Rows.pids(store)).hasSize((int) store.appliedTicket(0));
    }
  }

  @Test
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
  void aLargeLayerThatFindsNoSpaceCanBeTriedAgain() throws Exception {
    var ballast = mount.resolve("ballast");
    Files.write(ballast, new byte[44 << 20]);
    try (var store = RocksStore.open(mount.resolve("store"), ID, CONFIG)) {
      var layer = Layer.builder().ticket(0, 1);
      for (int i = 0; i < 50; i++) {
        layer.put(Rows.task("%05d".formatted(i)), noise(i));
      }
      var large = layer.build();

      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.apply(large))
          .returns(Problem.FULL, StoreException::problem);
      assertThat(Rows.pids(store)).isEmpty();

      Files.delete(ballast);
      store.apply(large);

      assertThat(Rows.pids(store)).hasSize(50);
    }
  }

  /** The ticket of the last layer that was taken. */
  private static long writeUntilFull(RocksStore store) {
    for (long ticket = 1; ; ticket++) {
      try {
        store.apply(layer(ticket));
      } catch (StoreException e) {
        assertThat(e.problem()).isEqualTo(Problem.FULL);
        return ticket - 1;
      }
      try {
        store.flush();
      } catch (StoreException e) {
        assertThat(e.problem()).isEqualTo(Problem.FULL);
        return ticket;
      }
    }
  }

  private static void flushWithin(RocksStore store, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (true) {
      try {
        store.flush();
        return;
      } catch (StoreException e) {
        assertThat(e.problem()).isEqualTo(Problem.FULL);
        assertThat(System.nanoTime()).isLessThan(end);
      }
    }
  }

  private static Layer layer(long ticket) {
    return Layer.builder()
        .ticket(0, ticket)
        .put(Rows.task("%05d".formatted(ticket)), noise(ticket))
        .build();
  }

  private static Bytes noise(long seed) {
    var noise = new byte[200_000];
    new Random(seed).nextBytes(noise);
    return Bytes.of(noise);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
