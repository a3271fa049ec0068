package dev.millrace.queue;

import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fair turns of a lease on a pattern. */
class PatternLeaseTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void everyMatchingQueueGivesOneInTurn() {
    slot.enqueue("t1", "a", "b", "c");
    slot.enqueue("t2", "a", "b");
    slot.enqueue("t3", "a");

    assertThat(Held.names(slot.lease(SampleLease.matching("t."))))
        .containsExactly("t1/a", "t2/a", "t3/a", "t1/b", "t2/b", "t1/c");
  }

  @Test
  void patternMatchesWholeNames() {
    slot.enqueue("tenant", "a");
    slot.enqueue("ten", "a");

    assertThat(Held.names(slot.lease(SampleLease.matching("ten")))).containsExactly("ten/a");
  }

  @Test
  void queueServedLongestAgoGoesFirst() {
    slot.enqueue("t1", "a", "b");
    slot.enqueue("t2", "a", "b");

    assertThat(Held.names(slot.lease(one()))).containsExactly("t1/a");
    assertThat(Held.names(slot.lease(one()))).containsExactly("t2/a");
    assertThat(Held.names(slot.lease(one()))).containsExactly("t1/b");
    assertThat(Held.names(slot.lease(one()))).containsExactly("t2/b");
  }

  @Test
  void queueNeverServedGoesBeforeAllOthers() {
    slot.enqueue("t1", "a", "b");
    slot.enqueue("t2", "a", "b");
    slot.lease(one());
    slot.lease(one());
    slot.enqueue("t3", "a");

    assertThat(Held.names(slot.lease(one()))).containsExactly("t3/a");
  }

  @Test
  void ofThoseNeverServedTheOneCreatedFirstGoesFirst() {
    slot.enqueue("t9", "a");
    slot.enqueue("t1", "a");

    assertThat(Held.names(slot.lease(one()))).containsExactly("t9/a");
  }

  @Test
  void leaseByNameCountsAsTurnToo() {
    slot.enqueue("t1", "a", "b");
    slot.enqueue("t2", "a", "b");
    slot.lease("t1");

    assertThat(Held.names(slot.lease(one()))).containsExactly("t2/a");
  }

  @Test
  void queueThatGaveTwiceInGrantStandsBehindOneThatGaveOnce() {
    slot.enqueue("t1", "a", "b", "c");
    slot.enqueue("t2", "a", "b", "c");
    slot.lease(SampleLease.matching("t.").max(3));

    assertThat(Held.names(slot.lease(one()))).containsExactly("t2/b");
  }

  @Test
  void turnsStayFairWhenLeaseSizeAndQueuesDoNotDivide() {
    for (int i = 0; i < 100; i++) {
      slot.enqueue("t1", "%03d".formatted(i));
      slot.enqueue("t2", "%03d".formatted(i));
      slot.enqueue("t3", "%03d".formatted(i));
    }

    Map<String, Integer> served = new HashMap<>();
    for (int i = 0; i < 15; i++) {
      slot.lease(SampleLease.matching("t.").max(4))
          .forEach(held -> served.merge(held.queue().name(), 1, Integer::sum));
    }

    assertThat(served).isEqualTo(Map.of("t1", 20, "t2", 20, "t3", 20));
  }

  @Test
  void hugeQueueDoesNotStarveSmallOne() {
    for (int i = 0; i < 500; i++) {
      slot.enqueue("huge", "%03d".formatted(i));
    }
    slot.enqueue("small", "z");

    assertThat(Held.names(slot.lease(SampleLease.matching(".*").max(2))))
        .containsExactly("huge/000", "small/z");
  }

  @Test
  void pausedAndFullQueuesAreSkipped() {
    slot.policies(SamplePolicy.of("t2").maxLeased(1));
    slot.enqueue("t1", "a", "b");
    slot.enqueue("t2", "a", "b");
    slot.enqueue("t3", "a", "b");
    slot.execute(new Command.Pause(QueueName.of("t1"), true));

    assertThat(Held.names(slot.lease(SampleLease.matching("t."))))
        .containsExactly("t2/a", "t3/a", "t3/b");
  }

  @Test
  void maxPidHoldsForEachQueue() {
    slot.enqueue("t1", "a", "c");
    slot.enqueue("t2", "c");

    assertThat(Held.names(slot.lease(SampleLease.matching("t.").upTo("b"))))
        .containsExactly("t1/a");
  }

  @Test
  void tokensAreCountedWithinTheGrant() {
    slot.policies(SamplePolicy.of("t1").rate(1, 2));
    slot.enqueue("t1", "a", "b", "c");
    slot.enqueue("t2", "a", "b", "c");

    assertThat(Held.names(slot.lease(SampleLease.matching("t."))))
        .containsExactly("t1/a", "t2/a", "t1/b", "t2/b", "t2/c");
  }

  @Test
  void patternMayBeBoundToGroup() {
    slot.enqueue("q", "a");
    slot.update(Element.Enqueue.of(new QueueName("g", "q"), Pid.of("b"), Payload.EMPTY));
    var ofGroup = new Command.Source.Matching(new NameFilter("g", NamePattern.ANY));

    Command.Lease lease = new Command.Lease(ofGroup, 10, 1000, null, 0, new Holder("w", ""), null);

    assertThat(Held.names(SlotFixture.heldOf(slot.execute(lease)))).containsExactly("g:q/b");
  }

  @Test
  void patternLeaseExecutesWhatIsDueFirst() {
    slot.enqueue("t1", "a");
    slot.lease("t1");
    slot.pass(MINUTE);

    assertThat(Held.names(slot.lease(one()))).containsExactly("t1/a");
  }

  private static SampleLease one() {
    return SampleLease.matching("t.").max(1);
  }
}
