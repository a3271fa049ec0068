package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.DiskFile;
import dev.millrace.journal.FileDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowDiskTest {
  @TempDir private Path folder;

  @Test
  void moreStepsThanFitIntoOneSyncTakeAsLongAsSeveral() {
    assertThat(SlowDisk.syncTime(1)).isEqualTo(Duration.ofMillis(20));
    assertThat(SlowDisk.syncTime(40)).isEqualTo(Duration.ofMillis(20));
    assertThat(SlowDisk.syncTime(60)).isEqualTo(Duration.ofMillis(30));
    assertThat(SlowDisk.syncTime(10_000)).isEqualTo(Duration.ofSeconds(5));
    assertThat(SlowDisk.CAPACITY).isEqualTo(2_000);
  }

  @Test
  void frameOfTheJournalTakesItsTimeToSync() {
    try (var disk = new SlowDisk(FileDisk.open(folder));
        var file = disk.create("segment")) {
      file.write(frame(80), 0);

      assertThat(syncNanos(file)).isGreaterThanOrEqualTo(Duration.ofMillis(40).toNanos());
    }
  }

  private static long syncNanos(DiskFile file) {
    long start = System.nanoTime();
    file.sync();
    return System.nanoTime() - start;
  }

  private static ByteBuffer frame(int entries) {
    return ByteBuffer.allocateDirect(64).putInt(0, 0x4d4c_4652).putInt(28, entries);
  }
}
