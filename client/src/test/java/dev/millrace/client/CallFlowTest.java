package dev.millrace.client;

import static dev.millrace.client.Calls.enqueue;
import static dev.millrace.client.Calls.granted;
import static dev.millrace.client.Calls.lease;
import static dev.millrace.client.Calls.problem;
import static dev.millrace.client.Calls.updated;
import static dev.millrace.client.Calls.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.UpdateReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallFlowTest {
  private static final long START = 1_000_000_000_000L;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Problem GONE =
      Problem.newBuilder().setCode(ErrorCode.OUTCOME_UNKNOWN).setMessage("cut").build();

  private final List<PendingCall<?>> freed = new ArrayList<>();
  private final List<LeaseReply> unwanted = new ArrayList<>();
  private final Map<PendingCall<?>, WireCall> wireCalls = new HashMap<>();
  private CallFlow flow = flow(true, 100);

  @Test
  void whatIsReadyGoesTogetherInOrder() {
    var first = add(PendingCall.of(enqueue("a"), START + SECOND));
    var second = add(PendingCall.of(lease(), START + SECOND));

    assertThat(takeMessage()).containsExactly(first, second);
    assertThat(flow.takeMessage()).isEmpty();
    assertThat(sequence(first)).isEqualTo(1);
    assertThat(sequence(second)).isEqualTo(2);
  }

  @Test
  void messageIsBounded() {
    for (int i = 0; i <= MessageRoom.CALLS_MAX; i++) {
      var _ = add(PendingCall.of(enqueue("a"), START + SECOND));
    }

    assertThat(flow.takeMessage()).hasSize(MessageRoom.CALLS_MAX);
    assertThat(flow.takeMessage()).hasSize(1);
  }

  @Test
  void replyIsTheOutcomeOfTheCallWithItsNumber() {
    var first = sent();
    var second = sent();

    flow.replied(updated(place(second)), START);

    assertThat(second).isCompletedWithValue(UpdateReply.getDefaultInstance());
    assertThat(first).isNotDone();
    assertThat(freed).containsExactly(second);
  }

  @Test
  void replyToNobodyIsPassedOver() {
    flow.replied(updated(5), START);
    flow.replied(updated(-1), START);
    flow.replied(updated(Long.MAX_VALUE), START);

    assertThat(freed).isEmpty();
  }

  @Test
  void refusalByOverloadIsTriedAgainAfterTheTimeAskedFor() {
    var call = sent(START + 10 * SECOND);

    flow.replied(problem(place(call), ErrorCode.OVERLOADED, 100), START);

    long due = flow.nextWakeNanos();
    assertThat(due - START).isBetween(SECOND / 10, SECOND / 5);
    flow.tick(due - 1);
    assertThat(flow.hasReady()).isFalse();
    flow.tick(due);
    assertThat(takeMessage()).containsExactly(call);
    assertThat(sequence(call)).isEqualTo(1);
  }

  @Test
  void refusalWithoutABudgetIsTheOutcome() {
    flow = flow(true, 0);
    var call = sent(START + 10 * SECOND);

    flow.replied(problem(place(call), ErrorCode.OVERLOADED, 100), START);

    assertThat(failure(call)).isInstanceOf(RefusedException.class);
  }

  @Test
  void retryThatWouldComeTooLateIsNotWaitedFor() {
    var call = sent(START + SECOND / 20);

    flow.replied(problem(place(call), ErrorCode.OVERLOADED, 100), START);

    assertThat(failure(call)).isInstanceOf(RefusedException.class);
    assertThat(freed).containsExactly(call);
  }

  @Test
  void otherRefusalsAreTheOutcome() {
    var lost = sent();
    var full = sent();

    flow.replied(problem(place(lost), ErrorCode.LEASE_LOST), START);
    flow.replied(problem(place(full), ErrorCode.DISK_FULL, 1000), START);

    assertThat(failure(lost)).isInstanceOf(LeaseLostException.class);
    assertThat(failure(full).code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(failure(full).retryAfter()).contains(java.time.Duration.ofSeconds(1));
  }

  @Test
  void callsOfABrokenConnectionAreSentAgainFirstAndWithTheirNumbers() {
    var first = sent();
    var second = sent();
    var third = add(PendingCall.of(enqueue("c"), START + SECOND));

    flow.broken(GONE);

    assertThat(takeMessage()).containsExactly(first, second, third);
    assertThat(List.of(sequence(first), sequence(second), sequence(third)))
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void updateWithoutANumberHasAnUnknownOutcomeWhenTheConnectionBreaks() {
    flow = flow(false, 100);
    var update = sent();
    var lease = add(PendingCall.of(lease(), START + SECOND));
    takeMessage();

    flow.broken(GONE);

    assertThat(failure(update)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(takeMessage()).containsExactly(lease);
  }

  @Test
  void updateWithoutANumberIsNotRepeatedEitherWhenTheServerStops() {
    flow = flow(false, 100);
    var update = sent();

    flow.broken(Problem.newBuilder().setCode(ErrorCode.STOPPING).setMessage("going").build());

    assertThat(failure(update)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(takeMessage()).isEmpty();
  }

  @Test
  void numberThatTheCallerGaveMakesItRepeatable() {
    flow = flow(false, 100);
    var request = enqueue("a").toBuilder();
    request.getRequestBuilder().setClient("me").setSequence(9);
    var call = add(PendingCall.of(request.build(), START + SECOND));
    takeMessage();

    flow.broken(GONE);

    assertThat(takeMessage()).containsExactly(call);
    assertThat(flow.isNumbered(wire(call))).isFalse();
  }

  @Test
  void refusalAfterALostTryLeavesTheOutcomeUnknown() {
    flow = flow(true, 0);
    var call = sent();
    flow.broken(GONE);
    takeMessage();

    flow.replied(problem(place(call), ErrorCode.OVERLOADED), START);

    assertThat(failure(call)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void callThatWasOvertakenButNeverLostGetsANewNumber() {
    var call = sent(START + 10 * SECOND);
    var _ = sent();

    flow.replied(problem(place(call), ErrorCode.REQUEST_TOO_OLD), START);
    flow.tick(flow.nextWakeNanos());

    assertThat(takeMessage()).containsExactly(call);
    assertThat(sequence(call)).isEqualTo(3);
  }

  @Test
  void callThatWasLostAndIsForgottenHasAnUnknownOutcome() {
    var call = sent();
    flow.broken(GONE);
    takeMessage();

    flow.replied(problem(place(call), ErrorCode.REQUEST_TOO_OLD), START);

    assertThat(failure(call)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void callThatWasNotSentInTimeChangedNothing() {
    var call = add(PendingCall.of(enqueue("a"), START + SECOND));

    flow.tick(START + SECOND);

    assertThat(failure(call)).isInstanceOf(RefusedException.class);
    assertThat(failure(call).code()).isEqualTo(ErrorCode.DEADLINE_PASSED);
    assertThat(freed).containsExactly(call);
    assertThat(flow.nextWakeNanos()).isEqualTo(CallFlow.NEVER);
  }

  @Test
  void callThatWasSentAndNotAnsweredInTimeKeepsItsPlaceUntilItsReply() {
    var call = sent();

    flow.tick(START + SECOND);

    assertThat(failure(call)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(freed).isEmpty();
    flow.replied(updated(0), START + 2 * SECOND);
    assertThat(freed).containsExactly(call);
  }

  @Test
  void callThatTheServerDroppedChangedNothing() {
    var call = sent();

    flow.replied(problem(place(call), ErrorCode.DEADLINE_PASSED), START);

    assertThat(failure(call)).isInstanceOf(RefusedException.class);
    assertThat(freed).containsExactly(call);
    assertThat(flow.hasReady()).isFalse();
  }

  @Test
  void callThatTheServerDroppedAfterALostTryHasAnUnknownOutcome() {
    var call = sent();
    flow.broken(GONE);
    takeMessage();

    flow.replied(problem(place(call), ErrorCode.DEADLINE_PASSED), START);

    assertThat(failure(call)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void numberOfACallIsNotSettledBeforeTheServerSaysThatItDroppedIt() {
    var call = sent();
    flow.tick(START + SECOND);
    assertThat(flow.settled()).isZero();

    flow.replied(problem(place(call), ErrorCode.DEADLINE_PASSED), START + SECOND);

    assertThat(flow.settled()).isEqualTo(1);
    assertThat(freed).containsExactly(call);
  }

  @Test
  void tasksThatComeTooLateAreUnwanted() {
    var call = add(PendingCall.of(lease(), START + SECOND));
    takeMessage();
    flow.tick(START + SECOND);

    flow.replied(granted(0, "a"), START + 2 * SECOND);

    assertThat(call).isDone();
    assertThat(unwanted).hasSize(1);
  }

  @Test
  void moreWaitsThanTheServerTakesAreHeldBackAndHoldUpNobody() {
    for (int i = 0; i < CallFlow.WAITS_MAX; i++) {
      var _ = add(PendingCall.of(waiting(60), START + 90 * SECOND));
    }
    takeMessage();
    var wait = add(PendingCall.of(waiting(60), START + 90 * SECOND));
    var update = add(PendingCall.of(enqueue("a"), START + SECOND));
    assertThat(takeMessage()).containsExactly(update);

    flow.replied(granted(0, "a"), START);

    assertThat(takeMessage()).containsExactly(wait);
  }

  @Test
  void closingEndsAllWithWhatIsKnownOfThem() {
    var sent = sent();
    var unsent = add(PendingCall.of(enqueue("b"), START + SECOND));

    flow.close();

    assertThat(failure(sent)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(failure(unsent)).isInstanceOf(RefusedException.class);
    assertThat(freed).containsExactly(sent, unsent);
  }

  @Test
  void onlyWaitsAreQuiet() {
    var update = sent();
    var _ = add(PendingCall.of(waiting(60), START + 90 * SECOND));
    takeMessage();
    assertThat(flow.isQuiet()).isFalse();

    flow.replied(updated(place(update)), START);

    assertThat(flow.isQuiet()).isTrue();
  }

  private CallFlow flow(boolean isNumbering, int retries) {
    return new CallFlow(
        isNumbering,
        new RetryBudget(0, retries),
        new Backoff(new SplittableRandom(1)),
        new CallFlow.Outcomes() {
          @Override
          public void freed(PendingCall<?> call) {
            freed.add(call);
          }

          @Override
          public void unwanted(LeaseReply reply) {
            unwanted.add(reply);
          }
        });
  }

  private <R> PendingCall<R> add(PendingCall<R> call) {
    flow.add(call);
    return call;
  }

  private PendingCall<UpdateReply> sent() {
    return sent(START + SECOND);
  }

  private PendingCall<UpdateReply> sent(long deadlineNanos) {
    var call = add(PendingCall.of(enqueue("a"), deadlineNanos));
    takeMessage();
    return call;
  }

  /** As objects: a call is a future, which assertions would treat as such. */
  private List<Object> takeMessage() {
    List<Object> callers = new ArrayList<>();
    for (WireCall call : flow.takeMessage()) {
      callers.addAll(call.callers);
      call.callers.forEach(caller -> wireCalls.put(caller, call));
    }
    return callers;
  }

  private WireCall wire(PendingCall<?> call) {
    return Objects.requireNonNull(wireCalls.get(call), "was not sent");
  }

  private long place(PendingCall<?> call) {
    return wire(call).place;
  }

  private long sequence(PendingCall<?> call) {
    return wire(call).sequence;
  }

  private static MillraceException failure(PendingCall<?> call) {
    return (MillraceException) call.exceptionNow();
  }
}
