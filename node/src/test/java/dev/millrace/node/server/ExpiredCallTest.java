package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.UpdateRequest;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a stream that come to a whole node when their time is over. */
@Timeout(60)
class ExpiredCallTest {
  private final Node node;

  ExpiredCallTest(@TempDir Path folder) {
    var settings = Map.of("port", "0", "http-port", "0", "data", folder.resolve("data").toString());
    node = Node.start(NodeConfig.load(Optional.empty(), Map.of(), settings));
  }

  @AfterEach
  void stop() {
    node.stop();
  }

  @Test
  void isAnsweredAndNotExecutedAndTheStreamGoesOn() throws Exception {
    try (var client = new Client(node.port())) {
      var replies = replies(client, enqueue(1, "late").setTimeoutMillis(0), enqueue(2, "timely"));

      assertThat(replies)
          .filteredOn(reply -> reply.getNumber() == 1)
          .singleElement()
          .returns(ErrorCode.DEADLINE_PASSED, reply -> reply.getProblem().getCode());
      assertThat(client.scan()).containsOnlyKeys("timely");
    }
  }

  @Test
  void isCountedLikeACallOfItsOwn() throws Exception {
    try (var client = new Client(node.port())) {
      var _ = replies(client, enqueue(1, "late").setTimeoutMillis(0));

      assertThat(metrics())
          .contains("millrace_call_seconds_count{kind=\"enqueue\",outcome=\"DEADLINE_PASSED\"} 1");
    }
  }

  @Test
  void numberOfACallThatWasDroppedIsFreeForItsRepetition() throws Exception {
    var update = UpdateRequest.newBuilder().addElements(Client.enqueue("/q", "again"));
    update.getRequestBuilder().setClient("me").setSequence(1);
    try (var client = new Client(node.port())) {
      var _ = replies(client, Call.newBuilder().setUpdate(update).setTimeoutMillis(0));

      var repeated = replies(client, Call.newBuilder().setUpdate(update).setTimeoutMillis(60_000));

      assertThat(repeated).singleElement().matches(CallReply::hasUpdate);
      assertThat(client.scan()).containsOnlyKeys("again");
    }
  }

  private static Call.Builder enqueue(long number, String pid) {
    var update = UpdateRequest.newBuilder().addElements(Client.enqueue("/q", pid));
    return Call.newBuilder().setNumber(number).setUpdate(update);
  }

  /** All replies of a stream with these calls. */
  private static List<CallReply> replies(Client client, Call.Builder... calls) throws Exception {
    var end = new CompletableFuture<List<CallReply>>();
    var stream = client.async().stream(gathering(end));
    var message = BatchRequest.newBuilder();
    for (Call.Builder call : calls) {
      message.addCalls(call);
    }
    stream.onNext(message.build());
    stream.onCompleted();
    return end.get(20, TimeUnit.SECONDS);
  }

  private static StreamObserver<BatchReply> gathering(CompletableFuture<List<CallReply>> end) {
    List<CallReply> all = new ArrayList<>();
    return new StreamObserver<>() {
      @Override
      public void onNext(BatchReply message) {
        all.addAll(message.getRepliesList());
      }

      @Override
      public void onError(Throwable cause) {
        end.completeExceptionally(cause);
      }

      @Override
      public void onCompleted() {
        end.complete(all);
      }
    };
  }

  private String metrics() throws Exception {
    var at = URI.create("http://127.0.0.1:%d/metrics".formatted(node.httpPort().orElseThrow()));
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).body();
    }
  }
}
