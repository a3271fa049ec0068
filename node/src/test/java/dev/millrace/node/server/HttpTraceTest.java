package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that comes by HTTP, goes through a node that is started again, and comes back. */
class HttpTraceTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @TempDir private static Path folder;

  private static Node node;
  private static HttpClient client;

  @BeforeAll
  static void start() {
    node = startNode();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    node.stop();
  }

  private static Node startNode() {
    return Node.start(
        NodeConfig.load(
            Optional.empty(),
            Map.of(),
            Map.of("data", folder.resolve("data").toString(), "port", "0", "http-port", "0")));
  }

  @Test
  void headerIsTheTraceOfTheTask() throws Exception {
    post("update", enqueue("header", ""), "traceparent", PARENT, "tracestate", "a=1");

    // The equals sign, as this JSON is written.
    assertThat(post("lease", lease("header"))).contains("\"trace\":\"" + PARENT + " a\\u003d1\"");
  }

  @Test
  void traceInTheBodyCountsMore() throws Exception {
    post("update", enqueue("body", ",\"trace\":\"own\""), "traceparent", PARENT);

    assertThat(post("lease", lease("body"))).contains("\"trace\":\"own\"");
  }

  @Test
  void headerThatIsNoneIsNoReasonToRefuse() throws Exception {
    post("update", enqueue("none", ""), "traceparent", "none of yours");

    assertThat(post("lease", lease("none"))).contains("\"trace\":\"\"");
  }

  @Test
  void traceSurvivesAStop() throws Exception {
    post("update", enqueue("stop", ""), "traceparent", PARENT);

    assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);
    node = startNode();

    assertThat(post("lease", lease("stop"))).contains("\"trace\":\"" + PARENT + "\"");
  }

  private static String enqueue(String queue, String more) {
    return "{\"elements\":[{\"enqueue\":{\"queue\":{\"name\":\"%s\"}%s}}]}".formatted(queue, more);
  }

  private static String lease(String queue) {
    return "{\"queues\":[{\"name\":\"%s\"}]}".formatted(queue);
  }

  private static String post(String call, String body, String... headers) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/v1/%s".formatted(node.httpPort().orElseThrow(), call)))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    var response = client.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
