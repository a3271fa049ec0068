package dev.millrace.client;

import static dev.millrace.client.Calls.MAIL;
import static dev.millrace.client.Calls.bytes;
import static dev.millrace.client.Calls.enqueue;
import static dev.millrace.client.Calls.problem;
import static dev.millrace.client.Calls.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of calls that go as one. */
class MergingTest {
  private static final long START = 1_000_000_000_000L;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<PendingCall<?>> freed = new ArrayList<>();
  private final List<LeaseReply> unwanted = new ArrayList<>();
  private final CallFlow flow =
      new CallFlow(
          true,
          new RetryBudget(0, 100),
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

  @Test
  void updatesOfCallersThatWaitGoAsOneAndEachGetsItsResults() {
    var first = waitedFor(enqueue("a"));
    var second = waitedFor(enqueue("b").toBuilder().mergeFrom(enqueue("c")).build());
    WireCall call = onlyCall();

    flow.replied(updated(call.place, "a", "b", "c"), START);

    assertThat(pids(first)).containsExactly("a");
    assertThat(pids(second)).containsExactly("b", "c");
    assertThat(freed).containsExactly(first, second);
  }

  @Test
  void leasesThatAreEqualGoAsOneAndTheFirstAreServedFirst() {
    var first = waitedFor(lease(2));
    var second = waitedFor(lease(2));
    var third = waitedFor(lease(2));
    WireCall call = onlyCall();

    flow.replied(granted(call.place, 0, "a", "b", "c"), START);

    assertThat(tasks(first)).containsExactly("a", "b");
    assertThat(tasks(second)).containsExactly("c");
    assertThat(tasks(third)).isEmpty();
  }

  @Test
  void whoGotNothingFromALargeReplyAsksAgain() {
    var first = waitedFor(lease(1));
    var second = waitedFor(lease(1));

    flow.replied(granted(onlyCall().place, ReplyParts.LARGE_BYTES, "a"), START);

    assertThat(tasks(first)).containsExactly("a");
    assertThat(second).isNotDone();
    flow.replied(granted(onlyCall().place, 0, "b"), START);
    assertThat(tasks(second)).containsExactly("b");
  }

  @Test
  void leasesThatMayWaitAskTogetherFirstAndWaitAlone() {
    var first = waitedFor(waiting(5));
    var second = waitedFor(waiting(5));
    WireCall together = onlyCall();
    assertThat(together.waits).isFalse();

    flow.replied(granted(together.place, 0, "a"), START);

    assertThat(tasks(first)).containsExactly("a");
    WireCall alone = onlyCall();
    assertThat(alone.waits).isTrue();
    assertThat(alone.isShared()).isFalse();
    flow.replied(granted(alone.place, 0, "b"), START);
    assertThat(tasks(second)).containsExactly("b");
    assertThat(freed).containsExactly(first, second);
  }

  @Test
  void whatIsNotWaitedForKeepsItsPlaceInTheOrder() {
    var _ = waitedFor(enqueue("a"));
    var loose = add(PendingCall.of(enqueue("b"), START + SECOND));
    var _ = waitedFor(enqueue("c"));
    var looseLease = add(PendingCall.of(lease(1), START + SECOND));

    List<WireCall> message = flow.takeMessage();

    assertThat(message).hasSize(3);
    assertThat((Object) message.get(0).callers.getFirst()).isSameAs(loose);
    assertThat((Object) message.get(1).callers.getFirst()).isSameAs(looseLease);
    assertThat(message.get(2).callers).hasSize(2);
  }

  @Test
  void whatIsNotAlikeStaysApart() {
    var _ = waitedFor(enqueue("a"));
    var _ = waitedFor(update(Elements.enqueue(Elements.queue("other", "mail"), bytes("a"))));
    var _ = waitedFor(update(Elements.complete(task("b"))));
    var _ =
        waitedFor(
            update(Elements.complete(task("c")), Elements.enqueue(MAIL, bytes("d"), bytes("d"))));
    var _ = waitedFor(lease(1));
    var _ = waitedFor(lease(2));
    var _ = waitedFor(waiting(5));
    var _ = waitedFor(waiting(6));
    var numbered = enqueue("e").toBuilder();
    numbered.getRequestBuilder().setClient("me").setSequence(1);
    var _ = waitedFor(numbered.build());

    assertThat(flow.takeMessage()).hasSize(9);
  }

  @Test
  void whoIsToBlameGoesAloneAndTheOthersTogetherOnceMore() {
    var first = waitedFor(enqueue("a"));
    var second = waitedFor(enqueue("b"));
    var third = waitedFor(enqueue("c"));

    flow.replied(problemAt(onlyCall().place, ErrorCode.ALREADY_EXISTS, 1), START);

    assertThat(freed).isEmpty();
    List<WireCall> message = flow.takeMessage();
    assertThat(message).hasSize(2);
    assertThat((Object) message.get(0).callers.getFirst()).isSameAs(second);
    assertThat(message.get(1).callers).hasSize(2);
    flow.replied(problemAt(message.get(0).place, ErrorCode.ALREADY_EXISTS, 0), START);
    flow.replied(updated(message.get(1).place, "a", "c"), START);
    assertThat(((MillraceException) second.exceptionNow()).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(pids(first)).containsExactly("a");
    assertThat(pids(third)).containsExactly("c");
  }

  @Test
  void whoWasToldApartTwiceGoesAlone() {
    var _ = waitedFor(enqueue("a"));
    var _ = waitedFor(enqueue("b"));
    var _ = waitedFor(enqueue("c"));
    flow.replied(problemAt(onlyCall().place, ErrorCode.ALREADY_EXISTS, 2), START);

    WireCall rest = flow.takeMessage().get(1);
    flow.replied(problemAt(rest.place, ErrorCode.ALREADY_EXISTS, 0), START);

    assertThat(flow.takeMessage()).hasSize(2).noneMatch(WireCall::isShared);
  }

  @Test
  void fewerGoTogetherAfterAFailureAndMoreAfterSuccesses() {
    for (int i = 0; i < 8; i++) {
      var _ = waitedFor(enqueue("a" + i));
    }
    flow.replied(problemAt(onlyCall().place, ErrorCode.ALREADY_EXISTS, 0), START);

    List<WireCall> message = flow.takeMessage();

    assertThat(message.stream().map(call -> call.callers.size())).containsExactly(1, 4, 3);
    flow.replied(updated(message.get(1).place, "a", "b", "c", "d"), START);
    for (int i = 0; i < 8; i++) {
      var _ = waitedFor(enqueue("b" + i));
    }
    assertThat(flow.takeMessage().stream().map(call -> call.callers.size())).containsExactly(5, 3);
  }

  @Test
  void refusalOfAllIsTheOutcomeOfAll() {
    var first = waitedFor(enqueue("a"));
    var second = waitedFor(enqueue("b"));

    flow.replied(problem(onlyCall().place, ErrorCode.DISK_FULL), START);

    assertThat(((MillraceException) first.exceptionNow()).code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(((MillraceException) second.exceptionNow()).code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(flow.takeMessage()).isEmpty();
  }

  @Test
  void brokenConnectionRepeatsThemTogetherUnderTheirNumber() {
    var _ = waitedFor(enqueue("a"));
    var _ = waitedFor(enqueue("b"));
    WireCall call = onlyCall();

    flow.broken(Failures.problem(ErrorCode.OUTCOME_UNKNOWN, "cut"));
    var _ = waitedFor(enqueue("c"));

    List<WireCall> message = flow.takeMessage();
    assertThat(message.getFirst()).isSameAs(call);
    assertThat(call.sequence).isEqualTo(1);
    assertThat(message.getLast().callers).hasSize(1);
  }

  @Test
  void deadlineOfOneIsNotThatOfTheOthers() {
    var hasty = waitedFor(PendingCall.of(lease(1), START + SECOND));
    var patient = waitedFor(PendingCall.of(lease(1), START + 9 * SECOND));
    WireCall call = onlyCall();

    flow.tick(START + SECOND);

    assertThat(hasty.exceptionNow()).isInstanceOf(OutcomeUnknownException.class);
    assertThat(patient).isNotDone();
    assertThat(flow.nextWakeNanos()).isEqualTo(START + 9 * SECOND);
    flow.replied(granted(call.place, 0, "a", "b"), START + 2 * SECOND);
    assertThat(unwanted).hasSize(1);
    assertThat(unwanted.getFirst().getTasks(0).getPid()).isEqualTo(bytes("a"));
    assertThat(tasks(patient)).containsExactly("b");
  }

  @Test
  void whoCanNotWaitForARetryIsToldAtOnce() {
    var hasty = waitedFor(PendingCall.of(lease(1), START + SECOND / 20));
    var patient = waitedFor(PendingCall.of(lease(1), START + 9 * SECOND));

    flow.replied(problem(onlyCall().place, ErrorCode.OVERLOADED, 100), START);

    assertThat(hasty.exceptionNow()).isInstanceOf(RefusedException.class);
    flow.tick(START + SECOND);
    flow.replied(granted(onlyCall().place, 0, "a", "b"), START + SECOND);
    assertThat(tasks(patient)).containsExactly("b");
    assertThat(freed).containsExactlyInAnyOrder(hasty, patient);
  }

  @Test
  void manyAreSeveral() {
    for (int i = 0; i < Merging.PARTS_MAX / 100 + 1; i++) {
      var _ = waitedFor(lease(100));
    }

    assertThat(flow.takeMessage().stream().map(call -> call.callers.size())).containsExactly(10, 1);
  }

  private WireCall onlyCall() {
    List<WireCall> message = flow.takeMessage();
    assertThat(message).hasSize(1);
    return message.getFirst();
  }

  private PendingCall<UpdateReply> waitedFor(UpdateRequest request) {
    return waitedFor(PendingCall.of(request, START + 10 * SECOND));
  }

  private PendingCall<LeaseReply> waitedFor(LeaseRequest request) {
    return waitedFor(PendingCall.of(request, START + 10 * SECOND));
  }

  private <R> PendingCall<R> waitedFor(PendingCall<R> call) {
    call.expectWaiter();
    return add(call);
  }

  private <R> PendingCall<R> add(PendingCall<R> call) {
    flow.add(call);
    return call;
  }

  private static UpdateRequest update(dev.millrace.api.v1.Element... elements) {
    return UpdateRequest.newBuilder().addAllElements(List.of(elements)).build();
  }

  private static LeaseRequest lease(int tasks) {
    return Calls.lease().toBuilder().setMaxTasks(tasks).build();
  }

  private static Task task(String pid) {
    return Task.newBuilder().setQueue(MAIL).setPid(bytes(pid)).setLease(7).build();
  }

  private static CallReply updated(long number, String... pids) {
    var reply = UpdateReply.newBuilder();
    for (String pid : pids) {
      reply.addResults(
          ElementResult.newBuilder().setOutcome(ElementResult.Outcome.CREATED).setPid(bytes(pid)));
    }
    return CallReply.newBuilder().setNumber(number).setUpdate(reply).build();
  }

  private static CallReply granted(long number, int dataBytes, String... pids) {
    var reply = LeaseReply.newBuilder();
    for (String pid : pids) {
      reply.addTasks(
          task(pid).toBuilder().setData(ByteString.copyFrom(new byte[dataBytes])).build());
    }
    return CallReply.newBuilder().setNumber(number).setLease(reply).build();
  }

  private static CallReply problemAt(long number, ErrorCode code, int element) {
    return CallReply.newBuilder()
        .setNumber(number)
        .setProblem(Problem.newBuilder().setCode(code).setMessage("on purpose").setElement(element))
        .build();
  }

  private static List<String> pids(PendingCall<UpdateReply> call) {
    return call.resultNow().getResultsList().stream()
        .map(result -> result.getPid().toStringUtf8())
        .toList();
  }

  private static List<String> tasks(PendingCall<LeaseReply> call) {
    return call.resultNow().getTasksList().stream()
        .map(task -> task.getPid().toStringUtf8())
        .toList();
  }
}
