package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Witness;
import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases over several slots. */
class ScatteredLeaseTest {
  private final WireServer server = WireServer.start();
  private final Queue in0 = server.queueIn(0, "mail");
  private final Queue alsoIn0 = server.queueIn(0, "post");
  private final Queue in1 = server.queueIn(1, "mail");
  private final Queue in2 = server.queueIn(2, "mail");

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void tasksComeInTheOrderOfTheQueuesWithOneWitnessForEachGrant() {
    put(in2, "a", "b");
    put(in0, "c");
    put(in1, "d", "e");

    var reply = server.client().lease(lease(4, in1, in0, in2));

    assertThat(pids(reply)).containsExactly("d", "e", "c", "a");
    assertThat(reply.getWitnessesList()).extracting(Witness::getSlot).containsExactly(1, 0, 2);
    assertThat(server.path.submitted(Command.GiveBack.class)).isEmpty();
  }

  @Test
  void slotIsAskedOnlyForWhatIsMissing() {
    put(in0, "a", "b");
    put(in1, "c", "d");

    server.client().lease(lease(3, in0, in1, in2));

    assertThat(leases())
        .extracting(lease -> ((Command.Lease) lease.command()).maxTasks())
        .containsExactly(3, 1);
  }

  @Test
  void orderIsKeptExactlyWhenSlotsAlternate() {
    put(in0, "a");
    put(in1, "b");
    put(alsoIn0, "c");

    var reply = server.client().lease(lease(3, in0, in1, alsoIn0));

    assertThat(pids(reply)).containsExactly("a", "b", "c");
    assertThat(leases()).extracting(DirectPath.Submitted::slot).containsExactly(0, 1, 0);
  }

  @Test
  void manyAlternatingQueuesAreAskedWithoutNesting() {
    put(in1, "a");
    List<Queue> queues = new ArrayList<>();
    for (int i = 0; i < 4999; i++) {
      queues.add(server.queueIn(2, "empty" + i));
      queues.add(server.queueIn(3, "empty" + i));
    }
    queues.add(in1);

    var reply = server.client().lease(lease(1, queues.toArray(Queue[]::new)));

    assertThat(pids(reply)).containsExactly("a");
  }

  @Test
  void patternOverAllGroupsFindsTasksInEverySlot() {
    put(in0, "a");
    put(in1, "b");
    put(in2, "c");

    var reply = server.client().lease(lease(10, everywhere("m.*")));

    assertThat(pids(reply)).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void noSlotIsPreferredByAPatternOverAllGroups() {
    for (int i = 0; i < 300; i++) {
      put(in0, "a%03d".formatted(i));
      put(in1, "b%03d".formatted(i));
    }

    Map<Character, Integer> granted = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      var pid = pids(server.client().lease(lease(1, everywhere(".*")))).getFirst();
      granted.merge(pid.charAt(0), 1, Integer::sum);
    }

    assertThat(granted.values()).hasSize(2).allMatch(times -> times > 50);
  }

  @Test
  void slotThatRefusesEndsTheRoundWithWhatWasGot() {
    put(in0, "a");
    put(in2, "c");
    refuseSlot(1);

    assertThat(pids(server.client().lease(lease(5, in0, in1, in2)))).containsExactly("a");
  }

  @Test
  void slotThatRefusesFailsALeaseThatHasNothing() {
    put(in2, "c");
    refuseSlot(1);

    var problem = problemOf(() -> server.client().lease(lease(5, in0, in1, in2)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.OVERLOADED);
  }

  @Test
  void replyThatGetsLargeEndsTheRound() {
    putLarge(in0, 5);
    putLarge(in1, 5);
    put(in2, "small");

    var reply = server.client().lease(lease(100, in0, in1, in2));

    assertThat(reply.getTasksCount()).isEqualTo(5);
    assertThat(server.client().lease(lease(100, in1, in2)).getTasksCount()).isEqualTo(5);
  }

  @Test
  void waitingLeaseIsServedByWhicheverSlotIsFirst() {
    var waiting = startWaiting(lease(5, in0, in1, in2));
    server.path.awaitUnanswered(3);

    put(in1, "b");

    assertThat(pids(waiting.awaitEnd().getFirst())).containsExactly("b");
    server.path.awaitUnanswered(0);
    put(in0, "a");
    assertThat(pids(server.client().lease(lease(1, in0)))).containsExactly("a");
  }

  @Test
  void waitingLeaseWaitsOnceInEachSlot() {
    startWaiting(lease(1, in0, in1, alsoIn0));
    server.path.awaitUnanswered(2);

    var waits =
        leases().stream()
            .map(one -> (Command.Lease) one.command())
            .filter(lease -> lease.waitMillis() > 0)
            .toList();

    assertThat(waits).hasSize(2);
    assertThat(waits).allMatch(lease -> lease.waitMillis() <= 60_000);
  }

  @Test
  void patternOverAllGroupsWaitsInEverySlot() {
    var waiting = startWaiting(lease(1, everywhere(".*")));
    server.path.awaitUnanswered(8);

    put(in2, "c");

    assertThat(pids(waiting.awaitEnd().getFirst())).containsExactly("c");
    server.path.awaitUnanswered(0);
  }

  @Test
  void grantThatComesTooLateIsGivenBack() {
    var waiting = startWaiting(lease(1, in0, in1));
    server.path.awaitUnanswered(2);
    server.path.hold();
    server.asyncClient().update(update(enqueue(in0, "a")), Received.create());
    server.asyncClient().update(update(enqueue(in1, "b")), Received.create());
    server.path.await(Command.Update.class, 2);

    server.path.release();

    var got = pids(waiting.awaitEnd().getFirst());
    server.path.await(Command.GiveBack.class, 1);
    var left = pids(server.client().lease(lease(5, in0, in1)));
    assertThat(got).hasSize(1);
    assertThat(left).hasSize(1).doesNotContainAnyElementsOf(got);
  }

  @Test
  void waitEndsEmptyWhenItHasEndedInEverySlot() {
    var waiting = startWaiting(lease(1, in0, in1));
    server.path.awaitUnanswered(2);

    server.path.advance(Duration.ofSeconds(60));

    assertThat(waiting.awaitEnd()).containsExactly(LeaseReply.getDefaultInstance());
  }

  @Test
  void waitsOfACallerWhoHasGoneAreCancelled() {
    var waiting = startWaiting(lease(1, everywhere(".*")));
    server.path.awaitUnanswered(8);

    waiting.cancel();

    server.path.awaitUnanswered(0);
  }

  @Test
  void slotThatRefusesToWaitEndsTheOtherWaits() {
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too many wait"),
        one ->
            one.slot() == 1
                && one.command() instanceof Command.Lease lease
                && lease.waitMillis() > 0);

    var waiting = startWaiting(lease(1, in0, in1, in2));

    assertThat(Messages.problem(waiting.awaitFailure()).getCode()).isEqualTo(ErrorCode.OVERLOADED);
    server.path.awaitUnanswered(0);
  }

  @Test
  void repeatedLeaseGetsTheSameTasksFromEverySlot() {
    put(in0, "a", "b", "x");
    put(in1, "c", "d", "y");
    var list = lease(6, in0, in1, alsoIn0).toBuilder().setRequest(request("me", 1)).build();

    var first = server.client().lease(list);
    var second = server.client().lease(list);

    assertThat(pids(first)).containsExactly("a", "b", "x", "c", "d", "y");
    assertThat(second.getTasksList()).isEqualTo(first.getTasksList());
  }

  @Test
  void repeatedLeaseFromAPatternFindsItsTasksAgain() {
    put(in0, "a", "b");
    put(in1, "c", "d");
    put(in2, "e", "f");
    for (int i = 1; i <= 3; i++) {
      var pattern = lease(2, everywhere(".*")).toBuilder().setRequest(request("me", i)).build();

      var first = server.client().lease(pattern);
      var second = server.client().lease(pattern);

      assertThat(second.getTasksList()).isNotEmpty().isEqualTo(first.getTasksList());
    }
  }

  private void put(Queue queue, String... pids) {
    for (String pid : pids) {
      server.client().update(update(enqueue(queue, pid)));
    }
  }

  private void putLarge(Queue queue, int tasks) {
    var data = ByteString.copyFrom(new byte[1 << 20]);
    for (int i = 0; i < tasks; i++) {
      server
          .client()
          .update(
              update(
                  Element.newBuilder()
                      .setEnqueue(Enqueue.newBuilder().setQueue(queue).setData(data))
                      .build()));
    }
  }

  private void refuseSlot(int slot) {
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"),
        one -> one.slot() == slot);
  }

  private List<DirectPath.Submitted> leases() {
    return server.path.submitted(Command.Lease.class);
  }

  private Received<LeaseRequest, LeaseReply> startWaiting(LeaseRequest lease) {
    var waiting = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(lease.toBuilder().setWait(seconds(60)).build(), waiting);
    return waiting;
  }
}
