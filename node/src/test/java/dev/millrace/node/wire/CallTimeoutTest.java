package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.CallReply.KindCase;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Queue;
import dev.millrace.node.access.Principal;
import dev.millrace.queue.Command;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long the calls of a batch or stream may take. */
class CallTimeoutTest {
  private static final Queue MAIL = queue("mail");
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long NOW = Long.MAX_VALUE - 5 * MILLI;

  private final WireServer server = WireServer.start();
  private final Received<BatchRequest, BatchReply> received = Received.create();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void callExpiresWhenItsTimeIsOver() {
    assertThat(until(Long.MAX_VALUE).within(3, NOW).expiryNanos()).isEqualTo(NOW + 3 * MILLI);
  }

  @Test
  void callExpiresAlsoWhereTheClockOverflows() {
    assertThat(until(Long.MAX_VALUE).within(7, NOW).expiryNanos()).isEqualTo(NOW + 7 * MILLI);
    assertThat(until(NOW + 9 * MILLI).within(7, NOW).expiryNanos()).isEqualTo(NOW + 7 * MILLI);
  }

  @Test
  void callThatExpiresAtTheEndOfTheClockHasADeadlineAllTheSame() {
    assertThat(until(Long.MAX_VALUE).within(5, NOW).expiryNanos()).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void callHasNoMoreTimeThanThoseItCameWith() {
    Caller caller = until(NOW + 2 * MILLI);

    assertThat(caller.within(3, NOW)).isSameAs(caller);
    assertThat(until(NOW + 9 * MILLI).within(3, NOW).expiryNanos()).isEqualTo(NOW + 3 * MILLI);
  }

  @Test
  void timeoutOfACallInAStreamIsThatOfItsCommand() {
    long before = System.nanoTime();

    stream(update(1, "a").setTimeoutMillis(5_000), update(2, "b"));

    var submitted = server.path.submitted(Command.Update.class);
    assertThat(submitted.get(0).expiryNanos() - before).isBetween(5_000 * MILLI, 60_000 * MILLI);
    assertThat(submitted.get(1).expiryNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void timeoutOfACallInABatchIsThatOfItsCommandUnlessTheBatchEndsBefore() {
    long before = System.nanoTime();
    var batch =
        BatchRequest.newBuilder()
            .addCalls(update(1, "a").setTimeoutMillis(5_000))
            .addCalls(update(2, "b").setTimeoutMillis(Integer.MAX_VALUE))
            .build();

    var _ = server.client().withDeadlineAfter(60, TimeUnit.SECONDS).batch(batch);

    var submitted = server.path.submitted(Command.Update.class);
    assertThat(submitted.get(0).expiryNanos() - before).isBetween(5_000 * MILLI, 59_000 * MILLI);
    assertThat(submitted.get(1).expiryNanos() - before).isBetween(59_000 * MILLI, 120_000 * MILLI);
  }

  @Test
  void timeoutThatIsTooLongOrNegativeIsRefusedAndHoldsUpNobody() {
    var replies = stream(update(1, "a").setTimeoutMillis(-1), update(2, "b"));

    assertThat(replies)
        .extracting(CallReply::getKindCase)
        .containsExactly(KindCase.PROBLEM, KindCase.UPDATE);
    assertThat(replies.getFirst().getProblem().getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(replies.getFirst().getProblem().getMessage())
        .isEqualTo("timeout_millis is at most 2147483647, not 4294967295");
    assertThat(server.path.submitted(Command.Update.class)).hasSize(1);
  }

  @Test
  void leaseWaitsNoLongerThanItsTimeout() {
    var wait = lease(1, MAIL).toBuilder().setWait(seconds(3600));
    var calls = server.asyncClient().stream(received);
    calls.onNext(message(Call.newBuilder().setNumber(1).setLease(wait).setTimeoutMillis(5_000)));
    server.path.awaitUnanswered(1);

    server.path.advance(Duration.ofSeconds(5));

    var reply = received.await(1).getFirst().getReplies(0);
    assertThat(reply.getKindCase()).isEqualTo(KindCase.LEASE);
    assertThat(reply.getLease().getTasksList()).isEmpty();
  }

  private static Caller until(long expiryNanos) {
    return new Caller(
        "10.0.0.1:5", expiryNanos, null, Principal.ANYONE, new Audit(System::nanoTime), "");
  }

  private static Call.Builder update(long number, String pid) {
    return Call.newBuilder().setNumber(number).setUpdate(Messages.update(enqueue(MAIL, pid)));
  }

  private List<CallReply> stream(Call.Builder... calls) {
    var stream = server.asyncClient().stream(received);
    stream.onNext(message(calls));
    stream.onCompleted();
    return received.awaitEnd().stream().flatMap(reply -> reply.getRepliesList().stream()).toList();
  }

  private static BatchRequest message(Call.Builder... calls) {
    var message = BatchRequest.newBuilder();
    for (Call.Builder call : calls) {
      message.addCalls(call);
    }
    return message.build();
  }
}
