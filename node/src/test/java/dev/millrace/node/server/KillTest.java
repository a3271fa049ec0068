package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Durability;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalCheck;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process: stopped by a signal, and killed again and again while clients work with it. */
@Timeout(600)
class KillTest {
  private static final int KILLS = 20;
  private static final int KILLS_IN_CHECKPOINTS = 12;

  @TempDir Path folder;

  @Test
  void signalDrainsAndEndsWithStatusZero() throws Exception {
    Path data = folder.resolve("data");
    var server = ServerProcess.start(data, folder.resolve("log"));
    try (var client = new Client(server.port())) {
      client.update(List.of(Client.enqueue("/q", "a")));

      assertThat(server.stop()).isZero();
    }

    assertThat(server.lastWords())
        .endsWith("Stopping: what was accepted is finished first.", "Stopped.");
    assertThat(DirectoryAudit.problems(data)).isEmpty();
    assertThat(JournalCheck.run(FileDisk.openReadOnly(data), (_, _) -> {}).closedCleanly())
        .isTrue();
  }

  @Test
  void nothingAcknowledgedIsLostOrResurrectedByKills() throws Exception {
    Path data = folder.resolve("data");
    long seed = System.nanoTime();
    // The operating system outlives the process, and keeps what it was given.
    var survives = List.of(Durability.FSYNC, Durability.OS);
    var rounds = new CrashRounds(data, folder.resolve("log"), seed, survives);

    rounds.run(KILLS, ServerProcess::kill);

    assertThat(rounds.violations()).as("seed=%d", seed).isEmpty();
    assertThat(rounds.acknowledged()).isGreaterThan(KILLS * 10);
    assertThat(DirectoryAudit.problems(data)).isEmpty();
  }

  @Test
  void nothingIsLostOrResurrectedByKillsDuringCheckpoints() throws Exception {
    Path data = folder.resolve("data");
    long seed = System.nanoTime();
    var survives = List.of(Durability.FSYNC, Durability.OS);
    var rounds = new CrashRounds(data, folder.resolve("log"), seed, survives);

    // Layers of a few tasks, nothing kept in memory, and never at rest.
    rounds.run(
        KILLS_IN_CHECKPOINTS,
        ServerProcess::kill,
        "layer-bytes=1KiB",
        "cache-bytes=1KiB",
        "overlay-bytes-max=1MiB",
        "journal-bytes-max=0",
        "checkpoint-interval=20ms",
        "store-memtable-bytes=64KiB",
        "store-cache-bytes=1MiB");

    assertThat(rounds.violations()).as("seed=%d", seed).isEmpty();
    assertThat(rounds.acknowledged()).isGreaterThan(KILLS_IN_CHECKPOINTS * 10);
    assertThat(DirectoryAudit.problems(data)).isEmpty();
  }
}
