package dev.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.MillraceGrpc;
import io.grpc.MethodDescriptor.MethodType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is described is what is served. */
class DescriptionTest {
  private static final Path KEPT = Path.of("../docs/openapi.json");

  @Test
  void keptDescriptionIsTheOneThatIsServed() throws IOException {
    String served = new Description(new Routes(Site.NONE)).text() + "\n";
    Path made = Files.writeString(Path.of("target/openapi.json"), served);
    assertThat(Files.readString(KEPT))
        .as("docs/openapi.json is old; the new one is %s", made.toAbsolutePath())
        .isEqualTo(served);
  }

  @Test
  void everyCallWithOneReplyIsServed() {
    var routes = new Routes(Site.NONE);
    for (var method : MillraceGrpc.getServiceDescriptor().getMethods()) {
      boolean isServed =
          routes.all().values().stream()
              .flatMap(methods -> methods.values().stream())
              .anyMatch(
                  route ->
                      route instanceof Route.Call(var rpc)
                          && rpc.method().getFullMethodName().equals(method.getFullMethodName()));
      assertThat(isServed)
          .as(method.getFullMethodName())
          .isEqualTo(method.getType() == MethodType.UNARY);
    }
  }

  @Test
  void routesAreNamedByMethodAndPath() {
    assertThat(HttpServer.routes(Site.NONE))
        .contains("POST /v1/update", "GET /v1/queues", "GET /v1/stats", "POST /v1/stats")
        .doesNotHaveDuplicates();
  }

  @Test
  void everyProblemHasAStatusOfAFailure() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(ProblemAnswer.httpStatus(code)).as(code.name()).isBetween(400, 599);
    }
  }
}
