package dev.millrace.node.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/http.md promises besides its examples, which {@code dist} tries. */
class HttpDocumentTest {
  @TempDir private static Path folder;

  private static Node node;

  @BeforeAll
  static void start() {
    node =
        Node.start(
            NodeConfig.load(
                Optional.empty(),
                Map.of(),
                Map.of("data", folder.resolve("data").toString(), "port", "0", "http-port", "0")));
  }

  @AfterAll
  static void stop() {
    assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);
  }

  @Test
  void taskGoesThroughItsLife() throws Exception {
    String at = "localhost:" + node.httpPort().orElseThrow() + "/v1/";
    assertThat(
            curl(
                at + "update",
                "{\"elements\":[{\"enqueue\":{\"queue\":{\"name\":\"a/b\"},\"pid\":\"AP8=\"}}]}"))
        .contains("CREATED");
    String leased = curl(at + "lease", "{\"queues\":[{\"name\":\"a/b\"}]}");
    assertThat(leased).contains("\"pid\":\"AP8=\"", "\"address\":\"127.0.0.1:");
    var lease = Pattern.compile("\"lease\":\"(\\d+)\"").matcher(leased);
    assertThat(lease.find()).isTrue();
    String done =
        "{\"elements\":[{\"dequeue\":{\"queue\":{\"name\":\"a/b\"},\"pid\":\"AP8\",\"lease\":%s}}]}"
            .formatted(lease.group(1));
    assertThat(curl(at + "update", done)).contains("REMOVED");
    assertThat(curl(at + "update", done)).contains("\"code\":\"LEASE_LOST\"").endsWith("409\n");
    assertThat(output("curl -s '%stask?queue=a/b&pid=%%00%%ff'".formatted(at)))
        .contains("NOT_FOUND");
  }

  @Test
  void metricsHaveValuesOfAllKinds() throws Exception {
    String metrics =
        output("curl -s localhost:%d/metrics".formatted(node.httpPort().orElseThrow()));
    assertThat(metrics)
        .contains("millrace_tasks{state=\"available\"}", "millrace_queues ")
        .contains("millrace_stage_events_total{stage=\"execute\"}")
        .contains("millrace_call_seconds_bucket{kind=\"look\",outcome=\"OK\",le=\"+Inf\"}")
        .contains("millrace_commit_seconds_count", "millrace_journal_lag_bytes_limit")
        .contains("millrace_alert{name=\"disk\"} 0", "millrace_ready 1", "jvm_memory_used_bytes")
        .contains("millrace_store_reads_total{kind=\"row\"}")
        .doesNotContain("NaN");
  }

  @Test
  void addressOfAnAskerIsBelievedOnlyInsideTheProcess() throws Exception {
    String leased =
        output(
            "curl -s -H 'millrace-address: 9.9.9.9:9' --json"
                + " '{\"queues\":[{\"name\":\"x\"}]}' localhost:%d/v1/lease"
                    .formatted(node.httpPort().orElseThrow()));
    assertThat(leased).doesNotContain("9.9.9.9");
  }

  private static String curl(String address, String body) throws Exception {
    return output("curl -s --json '%s' %s".formatted(body, address));
  }

  /** Each answer, with its status in a line behind it. */
  private static String output(String commands) throws IOException, InterruptedException {
    String script = "curl() { command curl -w '\\n%{http_code}\\n' \"$@\"; }\n" + commands;
    var process = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
