package dev.millrace.store.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Rows;
import dev.millrace.store.SimulatedStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes a store is killed; the store is then as after one of its layers. */
class RocksKillTest {
  @TempDir private Path directory;
  @TempDir private Path temporary;
  private final Random random = new Random(1);

  @Test
  void aKilledProcessLeavesWhatSomeLayerLeft() throws Exception {
    killAndCheck(3);
  }

  @Test
  @Tag("full")
  void aProcessIsKilledManyTimes() throws Exception {
    killAndCheck(20);
  }

  private void killAndCheck(int rounds) throws Exception {
    var expected = new SimulatedStore(RocksUnderTest.ID.slots());
    for (int round = 0; round < rounds; round++) {
      long flushed = writeAndKill(1 + random.nextInt(40));

      try (var store = RocksStore.open(directory, RocksUnderTest.ID, RocksUnderTest.SMALL)) {
        long ticket = store.appliedTicket(0);
        assertThat(ticket).isGreaterThanOrEqualTo(flushed);
        while (expected.appliedTicket(0) < ticket) {
          expected.apply(LayerWriter.layer(expected.appliedTicket(0) + 1));
        }
        assertThat(Rows.everything(store)).isEqualTo(Rows.everything(expected));
      }
    }
    assertThat(temporary).isEmptyDirectory();
  }

  /** The last ticket that the process said to have flushed. */
  private long writeAndKill(int flushes) throws IOException, InterruptedException {
    var java = ProcessHandle.current().info().command().orElseThrow();
    var process =
        new ProcessBuilder(
                List.of(
                    java,
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    System.getProperty("java.class.path"),
                    LayerWriter.class.getName(),
                    directory.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
      long flushed = 0;
      for (int i = 0; i < flushes; i++) {
        flushed = Long.parseLong(lines.readLine());
      }
      process.destroyForcibly();
      return flushed;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
