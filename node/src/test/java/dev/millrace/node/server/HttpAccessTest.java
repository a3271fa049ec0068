package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.http.HttpServer;
import dev.millrace.http.Site;
import dev.millrace.node.access.Token;
import dev.millrace.node.access.Verb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every route of HTTP, with no token, a wrong one, and each verb alone. */
class HttpAccessTest {
  private static final String QUEUE = "{\"queue\":{\"name\":\"q\"}}";
  private static final String ENQUEUE = "{\"elements\":[{\"enqueue\":" + QUEUE + "}]}";

  @TempDir private static Path folder;

  private static Node node;
  private static HttpClient client;

  /**
   * A route.
   *
   * @param sent the query of a GET, the body of a POST
   * @param enough any of these verbs, on every queue, opens it; none for one that is open
   */
  record Row(String route, String sent, Set<Verb> enough) {
    static Row of(String route, String sent, Verb... enough) {
      return new Row(route, sent, Set.of(enough));
    }

    boolean isOpen() {
      return enough.isEmpty();
    }
  }

  static List<Row> rows() {
    return List.of(
        Row.of("GET /health", ""),
        Row.of("GET /ready", ""),
        Row.of("GET /", ""),
        Row.of("GET /dashboard/app.js", ""),
        Row.of("GET /v1/csrf-token", ""),
        Row.of("GET /v1/openapi.json", ""),
        Row.of("GET /metrics", "", Verb.ADMIN),
        Row.of("GET /v1/queues", "", Verb.LIST, Verb.ADMIN),
        Row.of("GET /v1/stats", "", Verb.LIST, Verb.ADMIN),
        Row.of("GET /v1/stats/live", "", Verb.LIST, Verb.ADMIN),
        Row.of("GET /v1/tasks", "?queue=q", Verb.LIST, Verb.ADMIN),
        Row.of("GET /v1/task", "?queue=q&pid=cA", Verb.LIST, Verb.ADMIN),
        Row.of("GET /v1/policies", "", Verb.ADMIN),
        Row.of("GET /v1/stages", "", Verb.ADMIN),
        Row.of("POST /v1/update", ENQUEUE, Verb.ENQUEUE, Verb.ADMIN),
        Row.of("POST /v1/lease", "{\"queues\":[{\"name\":\"q\"}]}", Verb.LEASE, Verb.ADMIN),
        Row.of(
            "POST /v1/get", "{\"queue\":{\"name\":\"q\"},\"pid\":\"cA==\"}", Verb.LIST, Verb.ADMIN),
        Row.of("POST /v1/peek", QUEUE, Verb.LIST, Verb.ADMIN),
        Row.of("POST /v1/list-queues", "{}", Verb.LIST, Verb.ADMIN),
        Row.of("POST /v1/stats", "{}", Verb.LIST, Verb.ADMIN),
        Row.of("POST /v1/delete-queue", QUEUE, Verb.ADMIN),
        Row.of("POST /v1/pause-queue", QUEUE, Verb.ADMIN),
        Row.of("POST /v1/resume-queue", QUEUE, Verb.ADMIN),
        Row.of("POST /v1/renew-all", "{\"holder\":\"h\"}", Verb.COMPLETE, Verb.ADMIN),
        Row.of("POST /v1/get-policies", "{}", Verb.ADMIN),
        Row.of("POST /v1/set-policies", "{}", Verb.ADMIN),
        Row.of("POST /v1/backup", "{}", Verb.ADMIN),
        Row.of("POST /v1/stages", "{}", Verb.ADMIN),
        Row.of(
            "POST /v1/batch",
            "{\"calls\":[{\"update\":" + ENQUEUE + "}]}",
            Verb.ENQUEUE,
            Verb.ADMIN));
  }

  @BeforeAll
  static void start() throws Exception {
    Path access =
        Files.createFile(
            folder.resolve("access"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    var text = new StringBuilder();
    for (Verb verb : Verb.values()) {
      text.append(
          "principal %s%ntoken %s%nallow %s */*%n"
              .formatted(verb.word(), Token.hash(token(verb)), verb.word()));
    }
    Files.writeString(access, text);
    var settings =
        Map.of(
            "data",
            folder.resolve("data").toString(),
            "port",
            "0",
            "http-port",
            "0",
            "access-file",
            access.toString());
    node = Node.start(NodeConfig.load(Optional.empty(), Map.of(), settings));
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    node.stop();
  }

  @Test
  void everyRouteHasARow() {
    assertThat(rows().stream().map(Row::route))
        .containsExactlyInAnyOrderElementsOf(
            HttpServer.routes(Site.onClassPath(Insight.DASHBOARD)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void nobodyGetsInWithoutATokenOrWithAWrongOne(Row row) throws Exception {
    int refused = row.isOpen() ? 200 : 401;

    assertThat(ask(row, null).status()).isEqualTo(refused);
    assertThat(ask(row, "Bearer wrong").status()).isEqualTo(refused);
    assertThat(ask(row, "Basic " + token(Verb.ADMIN)).status()).isEqualTo(refused);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void eachVerbOpensWhatItNames(Row row) throws Exception {
    for (Verb verb : Verb.values()) {
      var answer = ask(row, "Bearer " + token(verb));

      assertThat(answer.isDenied())
          .as("%s: %d %s", verb, answer.status(), answer.body())
          .isEqualTo(!row.isOpen() && !row.enough().contains(verb));
      assertThat(answer.status()).as(answer.body()).isNotEqualTo(401);
    }
  }

  private static String token(Verb verb) {
    return "token-" + verb.word();
  }

  record Answered(int status, String body) {
    /** A batch says it of each of its calls. */
    boolean isDenied() {
      return status == 403 || body.contains("\"code\":\"PERMISSION_DENIED\"");
    }
  }

  private static Answered ask(Row row, @Nullable String authorization) throws Exception {
    String[] route = row.route().split(" ");
    boolean isGet = route[0].equals("GET");
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d%s%s"
                        .formatted(
                            node.httpPort().orElseThrow(), route[1], isGet ? row.sent() : "")))
            .method(route[0], isGet ? BodyPublishers.noBody() : BodyPublishers.ofString(row.sent()))
            .header("content-type", "application/json");
    if (authorization != null) {
      request.header("authorization", authorization);
    }
    var response = client.send(request.build(), BodyHandlers.ofInputStream());
    try (var body = response.body()) {
      boolean isEndless = route[1].endsWith("/live") && response.statusCode() == 200;
      return new Answered(
          response.statusCode(),
          isEndless ? "events" : new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
