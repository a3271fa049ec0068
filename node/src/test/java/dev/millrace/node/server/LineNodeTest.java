package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.line.Frame;
import dev.millrace.line.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines to a node, over sockets. */
@Timeout(60)
class LineNodeTest {
  private Node node;

  @BeforeEach
  void start(@TempDir Path folder) {
    node =
        Node.start(
            NodeConfig.load(
                Optional.empty(), Map.of("data", folder.resolve("data").toString(), "port", "0")));
  }

  @AfterEach
  void stop() {
    node.stop();
  }

  private static BatchRequest enqueue(String pid) {
    var update = UpdateRequest.newBuilder().addElements(Client.enqueue("/q", pid));
    return BatchRequest.newBuilder()
        .addCalls(Call.newBuilder().setNumber(5).setUpdate(update))
        .build();
  }

  private static Frame next(LineSocket line) throws IOException {
    return Objects.requireNonNull(line.read(), "the node has closed");
  }

  @Test
  void lineAndGrpcShareThePort() throws IOException {
    try (var line = new LineSocket(node.port()).open();
        var client = new Client(node.port())) {
      line.write(enqueue("a"));

      assertThat(BatchReply.parseFrom(next(line).body()).getReplies(0).getNumber()).isEqualTo(5);
      assertThat(client.scan()).containsOnlyKeys("a");
    }
  }

  @Test
  void endOfTheCallsEndsTheLineAfterTheReplies() throws IOException {
    try (var line = new LineSocket(node.port()).open()) {
      line.write(enqueue("a"));
      line.write(Line.Kind.END);

      assertThat(next(line).kind()).isEqualTo(Line.Kind.MESSAGE);
      assertThat(next(line).kind()).isEqualTo(Line.Kind.END);
      assertThat(line.read()).isNull();
    }
  }

  @Test
  void whatIsNoLineEndsWithAReason() throws IOException {
    try (var line = new LineSocket(node.port()).open()) {
      line.write((byte) 77, (byte) 0, (byte) 0, (byte) 0, (byte) 0);

      Frame end = next(line);
      assertThat(end.kind()).isEqualTo(Line.Kind.END);
      assertThat(Problem.parseFrom(end.body()).getCode()).isEqualTo(ErrorCode.INVALID);
      assertThat(line.read()).isNull();
    }
  }

  @Test
  void garbageLeavesTheNodeAsItWas() throws IOException {
    var random = new Random(5);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[200];
      random.nextBytes(garbage);
      try (var line = new LineSocket(node.port()).open()) {
        line.write(garbage);
      } catch (IOException e) {
        // The node may hang up while we still write.
      }
    }

    try (var line = new LineSocket(node.port()).open()) {
      line.write(enqueue("a"));
      assertThat(next(line).kind()).isEqualTo(Line.Kind.MESSAGE);
    }
  }

  @Test
  void nodeThatGoesDownSaysSo() throws IOException, InterruptedException {
    Thread stop;
    try (var line = new LineSocket(node.port()).open()) {
      line.write(enqueue("a"));
      assertThat(next(line).kind()).isEqualTo(Line.Kind.MESSAGE);

      stop = Thread.ofVirtual().start(node::stop);

      Frame end = next(line);
      assertThat(end.kind()).isEqualTo(Line.Kind.END);
      assertThat(Problem.parseFrom(end.body()).getCode()).isEqualTo(ErrorCode.STOPPING);
    }
    stop.join();
  }
}
