package dev.millrace.client;

import static dev.millrace.client.Calls.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that break at the worst moment. */
@ParameterizedClass
@EnumSource
class BrokenConnectionTest {
  private static final Queue MAIL = Elements.queue("mail");

  private final Transport transport;
  @TempDir Path folder;

  BrokenConnectionTest(Transport transport) {
    this.transport = transport;
  }

  @Test
  void updateWhoseReplyIsLostIsRepeatedAndExecutedOnce() throws Exception {
    try (var node = new TestNode(folder);
        var relay = new Relay(node.port());
        var client = MillraceClient.connect(transport.to(relay.address()))) {
      client.enqueue(MAIL, bytes("first"));
      relay.keepReplies();
      var update = client.updateAsync(Elements.enqueue(MAIL, bytes("second")));
      awaitTasks(node, 2);

      relay.cut();

      ByteString pid = update.get().getResults(0).getPid();
      assertThat(client.stats().retries()).isEqualTo(1);
      assertThat(client.lease(MAIL, 10)).hasSize(2).anyMatch(task -> task.getPid().equals(pid));
    }
  }

  @Test
  void leaseWhoseReplyIsLostIsRepeatedAndGetsItsTasks() throws Exception {
    try (var node = new TestNode(folder);
        var relay = new Relay(node.port());
        var client = MillraceClient.connect(transport.to(relay.address()))) {
      client.enqueue(MAIL, bytes("x"));
      relay.keepReplies();
      var lease =
          client.leaseAsync(LeaseRequest.newBuilder().addQueues(MAIL).setMaxTasks(5).build());
      relay.awaitKept(30);

      relay.cut();

      assertThat(lease.get().getTasksList()).hasSize(1);
      client.complete(lease.get().getTasks(0));
    }
  }

  @Test
  void withoutRequestNumbersTheOutcomeIsUnknownAndNothingIsRepeated() throws Exception {
    var config = ClientConfig.DEFAULT.withoutRequestNumbers();
    try (var node = new TestNode(folder);
        var relay = new Relay(node.port());
        var client = MillraceClient.connect(transport.to(relay.address()), config)) {
      client.enqueue(MAIL, bytes("first"));
      relay.keepReplies();
      var update = client.updateAsync(Elements.enqueue(MAIL, bytes("second")));
      awaitTasks(node, 2);

      relay.cut();

      assertThatThrownBy(update::get).hasCauseInstanceOf(OutcomeUnknownException.class);
      assertThat(client.lease(MAIL, 10)).hasSize(2);
    }
  }

  @Test
  void answerThatNeverComesEndsWithTheCallsTime() throws Exception {
    try (var node = new TestNode(folder);
        var relay = new Relay(node.port());
        var client = MillraceClient.connect(transport.to(relay.address()))) {
      client.enqueue(MAIL, bytes("first"));
      relay.keepReplies();

      assertThatThrownBy(
              () -> client.withTimeout(Duration.ofMillis(50)).enqueue(MAIL, bytes("second")))
          .isInstanceOf(OutcomeUnknownException.class)
          .satisfies(
              e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.DEADLINE_PASSED));
      relay.cut();
    }
  }

  @Test
  void callsGoOnAfterARestartOfTheServer() throws Exception {
    int port;
    MillraceClient client;
    try (var node = new TestNode(folder)) {
      port = node.port();
      client = MillraceClient.connect(transport.to(node.address()));
      client.enqueue(MAIL, bytes("before"));
    }
    try (client;
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 10)
              .mapToObj(i -> callers.submit(() -> client.enqueue(MAIL, bytes("x" + i))))
              .toList();
      try (var _ = new TestNode(folder, port)) {
        for (var call : calls) {
          assertThat(call.get()).isNotNull();
        }
        assertThat(client.lease(MAIL, 20)).hasSize(11);
      }
    }
  }

  @Test
  void loadOverManyCutsLosesAndDoublesNothing() throws Exception {
    try (var node = new TestNode(folder);
        var relay = new Relay(node.port());
        var client = MillraceClient.connect(transport.to(relay.address()));
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 20)
              .mapToObj(
                  _ ->
                      callers.submit(
                          () -> {
                            for (int i = 0; i < 50; i++) {
                              client.enqueue(MAIL, bytes("x"));
                            }
                          }))
              .toList();
      while (calls.stream().anyMatch(call -> !call.isDone())) {
        long before = client.stats().calls();
        while (client.stats().calls() < before + 50
            && calls.stream().anyMatch(call -> !call.isDone())) {
          Thread.onSpinWait();
        }
        relay.cut();
      }
      for (var call : calls) {
        call.get();
      }

      assertThat(client.lease(MAIL, 2_000)).hasSize(1_000);
    }
  }

  private static void awaitTasks(TestNode node, int tasks) {
    try (var other = MillraceClient.connect(node.address())) {
      var peek = PeekRequest.newBuilder().setQueue(MAIL).build();
      while (other.admin().peek(peek).getTasksCount() < tasks) {
        Thread.onSpinWait();
      }
    }
  }
}
