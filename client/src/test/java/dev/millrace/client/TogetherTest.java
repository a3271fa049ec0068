package dev.millrace.client;

import static dev.millrace.client.Calls.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.Witness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What goes to the server together, and what leaves at once, against a real node. */
@TestInstance(Lifecycle.PER_CLASS)
class TogetherTest {
  private TestNode node;

  Transport transport() {
    return Transport.LINE;
  }

  @BeforeAll
  void start(@TempDir(cleanup = org.junit.jupiter.api.io.CleanupMode.NEVER) Path folder) {
    node = new TestNode(folder);
  }

  @AfterAll
  void stop() {
    node.close();
  }

  @Test
  void loneCallLeavesAtOnceAndAlone() {
    try (var client = connect()) {
      for (int i = 0; i < 20; i++) {
        client.enqueue(Elements.queue("lone"), ByteString.EMPTY);
      }

      // A busy node may refuse some for the moment: these go once more, alone again.
      assertThat(client.stats().messages()).isEqualTo(client.stats().calls());
      assertThat(client.stats().calls()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void callsThatComeWhileTheConnectionIsBusyGoTogether() throws Exception {
    try (var client = connect()) {
      client.enqueue(Elements.queue("together"), ByteString.EMPTY);
      var busy = new CountDownLatch(1);
      var loop = client.connections().ofThread().loop();
      long before = loop.submit(() -> client.stats().messages()).get();
      loop.execute(() -> await(busy));

      var replies = new ArrayList<CompletableFuture<UpdateReply>>();
      for (int i = 0; i < 500; i++) {
        replies.add(client.updateAsync(Elements.enqueue(Elements.queue("together"), bytes("x"))));
      }
      // Asked in turn, before a reply can come: a busy node refuses some, and these go once more.
      var after = loop.submit(() -> client.stats().messages());
      busy.countDown();

      assertThat(after.get()).isEqualTo(before + 1);
      for (var reply : replies) {
        reply.get();
      }
    }
  }

  @Test
  void asynchronousCallsAreOnesOfTheirOwn() throws Exception {
    try (var client = connect()) {
      assertThat(sentWhileBusy(client)).doesNotHaveDuplicates();
    }
  }

  @Test
  void asynchronousCallsWithoutOrderGoAsOne() throws Exception {
    try (var client =
        MillraceClient.connect(
            transport().to(node.address()), ClientConfig.DEFAULT.withoutOrder())) {
      assertThat(new HashSet<>(sentWhileBusy(client))).hasSize(1);
    }
  }

  @Test
  void manyWhoAreAnsweredTogetherAndCallAgainGoInTurns() throws Exception {
    int callers = 2 * Connection.TURN_CALLS + 1;
    try (var client =
        MillraceClient.connect(
            transport().to(node.address()), ClientConfig.DEFAULT.withoutOrder())) {
      var again =
          sendWhileBusy(
              client, callers, reply -> reply.thenCompose(_ -> client.updateAsync(ASYNC)));

      assertThat(new HashSet<>(witnesses(again))).hasSize(3);
    }
  }

  @Test
  void whoCallsAgainWhenAnsweredIsSentBeforeTheThreadGoesOn() throws Exception {
    try (var client = MillraceClient.connect(transport().to(node.address()))) {
      Connection connection = client.connections().ofThread();
      var sentBy = new CompletableFuture<Long>();

      var again =
          sendWhileBusy(
              client,
              1,
              reply ->
                  reply.thenCompose(
                      _ -> {
                        long before = connection.messages();
                        connection
                            .loop()
                            .execute(() -> sentBy.complete(connection.messages() - before));
                        return client.updateAsync(ASYNC);
                      }));

      assertThat(sentBy.get()).isEqualTo(1);
      assertThat(witnesses(again)).hasSize(1);
    }
  }

  private static final Element ASYNC = Elements.enqueue(Elements.queue("async"), bytes("x"));

  /** What updates that were sent in one message saw, each. */
  private static List<Witness> sentWhileBusy(MillraceClient client) throws Exception {
    return witnesses(sendWhileBusy(client, 10, UnaryOperator.identity()));
  }

  private static List<CompletableFuture<UpdateReply>> sendWhileBusy(
      MillraceClient client,
      int updates,
      UnaryOperator<CompletableFuture<UpdateReply>> whatFollows) {
    var busy = new CountDownLatch(1);
    client.connections().ofThread().loop().execute(() -> await(busy));
    var replies =
        Stream.generate(() -> client.updateAsync(ASYNC)).limit(updates).map(whatFollows).toList();
    busy.countDown();
    return replies;
  }

  private static List<Witness> witnesses(List<CompletableFuture<UpdateReply>> replies)
      throws Exception {
    List<Witness> witnesses = new ArrayList<>();
    for (var reply : replies) {
      assertThat(reply.get().getResultsCount()).isEqualTo(1);
      witnesses.add(reply.get().getWitness());
    }
    return witnesses;
  }

  private MillraceClient connect() {
    return MillraceClient.connect(transport().to(node.address()));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
