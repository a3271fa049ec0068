package dev.millrace.node.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.Census;
import dev.millrace.node.DataCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A data directory that the first release wrote, before there was a store, is checked in: it is
 * served, raised, and holds the same tasks.
 */
class UpgradeTest {
  /** Queues mail, orders, later and held; one task is leased until 2125, one delayed until 2090. */
  private static final Census WRITTEN = new Census(4, 3, 1, 1);

  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void unpack() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    try (var stream = UpgradeTest.class.getResourceAsStream("/format-1.zip");
        var zip = new ZipInputStream(stream)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Files.copy(zip, data.resolve(entry.getName()));
      }
    }
  }

  @Test
  void format1IsSoundAsItIs() throws IOException {
    var report = DataCheck.run(data);

    assertThat(report.isSound()).isTrue();
    assertThat(report.tasks()).isEqualTo(WRITTEN.tasks());
    assertThat(marker()).contains("format=1");
    assertThat(data.resolve("store")).doesNotExist();
  }

  @Test
  void format1IsServedAndRaised() throws IOException {
    assertThat(serveBriefly()).isEqualTo(WRITTEN);

    assertThat(marker()).contains("format=2");
    assertThat(serveBriefly()).isEqualTo(WRITTEN);
    var report = DataCheck.run(data);
    assertThat(report.problems()).isEmpty();
    assertThat(report.journal().isSound()).isTrue();
    assertThat(report.queues()).isEqualTo(WRITTEN.queues());
    assertThat(report.tasks()).isEqualTo(WRITTEN.tasks());
  }

  private Census serveBriefly() {
    var node =
        Node.start(
            NodeConfig.load(
                Optional.empty(), Map.of(), Map.of("data", data.toString(), "port", "0")));
    try {
      return node.recovered().census();
    } finally {
      assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);
    }
  }

  private String marker() throws IOException {
    return Files.readString(data.resolve("millrace.properties"), US_ASCII);
  }
}
