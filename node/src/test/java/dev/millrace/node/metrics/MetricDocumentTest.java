package dev.millrace.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What docs/metrics.md lists is what there is. */
class MetricDocumentTest {
  @Test
  void everyMetricIsInTheDocument() throws IOException {
    var lines = Files.readAllLines(Path.of("../docs/metrics.md"));
    for (Metric metric : Metric.values()) {
      assertThat(lines).contains("| `%s` | %s |".formatted(metric.id(), metric.help()));
    }
    assertThat(lines.stream().filter(line -> line.startsWith("| `millrace_")))
        .hasSameSizeAs(Metric.values());
  }
}
