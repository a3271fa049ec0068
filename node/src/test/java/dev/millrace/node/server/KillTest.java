package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.FileDisk;
import dev.millrace.node.DataCheck;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real node, killed again and again while clients work with it. */
@Timeout(600)
class KillTest {
  private static final int KILLS = 20;

  @TempDir Path folder;

  @Test
  void nothingAcknowledgedIsLostOrResurrectedByKills() throws Exception {
    Path data = folder.resolve("data");
    long seed = System.nanoTime();
    var rounds = new CrashRounds(data, folder.resolve("log"), seed);

    rounds.run(KILLS, ServerProcess::kill);

    assertThat(rounds.violations()).as("seed=%d", seed).isEmpty();
    assertThat(rounds.acknowledged()).isGreaterThan(KILLS * 10);
    assertThat(DataCheck.run(FileDisk.openReadOnly(data)).problems()).isEmpty();
  }
}
