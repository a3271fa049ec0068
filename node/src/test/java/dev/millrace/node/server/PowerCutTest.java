package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.api.v1.Durability;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real node on a file system whose power is cut while clients work with it. */
@Tag("full")
@Timeout(600)
class PowerCutTest {
  private static final int CUTS = 20;

  @TempDir Path folder;

  @BeforeEach
  void needsALoopFileSystem() {
    var obstacle = LoopFileSystem.obstacle();
    assumeTrue(obstacle.isEmpty(), () -> "no power can be cut here: " + obstacle.orElse(""));
  }

  @Test
  void nothingAcknowledgedIsLostOrResurrectedByPowerCuts() throws Exception {
    try (var disk = LoopFileSystem.make(folder)) {
      Path data = disk.path().resolve("data");
      long seed = System.nanoTime();
      var rounds = new CrashRounds(data, folder.resolve("log"), seed, List.of(Durability.FSYNC));

      rounds.run(CUTS, server -> cutPower(server, disk));

      assertThat(rounds.violations()).as("seed=%d", seed).isEmpty();
      assertThat(rounds.acknowledged()).isGreaterThan(CUTS * 10);
      assertThat(DirectoryAudit.problems(data)).isEmpty();
    }
  }

  /** Without this the test above might be passing because it notices nothing. */
  @Test
  void lossesAreNoticedWhenTheDiskOnlyPretendsToSync() throws Exception {
    try (var disk = LoopFileSystem.make(folder)) {
      Path data = disk.path().resolve("data");
      // A first, honest life, so that there is a directory to come back to.
      ServerProcess.start(data, folder.resolve("log")).stop();
      var rounds = new CrashRounds(data, folder.resolve("log"), 1, List.of(Durability.FSYNC));

      rounds.run(1, server -> cutPower(server, disk), ServeMain.LYING + "=yes");

      assertThat(rounds.violations()).anyMatch(violation -> violation.startsWith("lost: "));
    }
  }

  /**
   * First the process, so that no sync in flight can return, and be acknowledged, after the cut.
   */
  private static void cutPower(ServerProcess server, LoopFileSystem disk) throws Exception {
    server.kill();
    disk.cutPower();
  }
}
