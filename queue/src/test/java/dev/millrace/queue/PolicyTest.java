package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.fifo;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SlotFixture slot = new SlotFixture();

  @Test
  void burstIsGrantedAtOnceAndNoMore() {
    slot.policies(SamplePolicy.of("q").rate(1, 3));
    slot.enqueue("q", "a", "b", "c", "d");

    assertThat(slot.lease("q", 10)).hasSize(3);
    assertThat(slot.lease("q", 10)).isEmpty();
  }

  @Test
  void tokensAreRefilledEvenly() {
    slot.policies(SamplePolicy.of("q").rate(2, 1));
    slot.enqueue("q", "a", "b", "c");
    slot.lease("q");

    slot.pass(Duration.ofMillis(499));
    assertThat(slot.lease("q", 1)).isEmpty();
    slot.pass(Duration.ofMillis(1));

    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void noMoreThanTheBurstIsKept() {
    slot.policies(SamplePolicy.of("q").rate(100, 2));
    slot.enqueue("q", "a", "b", "c");

    slot.pass(MINUTE);

    assertThat(slot.lease("q", 10)).hasSize(2);
  }

  @Test
  void rateOfThirdsYieldsExactlyItsTokensInTheLongRun() {
    slot.policies(SamplePolicy.of("q").rate(1.0 / 3, 1));
    for (int i = 0; i < 200; i++) {
      slot.update(fifo("q", "x"));
    }
    int granted = slot.lease("q", 1).size();

    for (int second = 0; second < 300; second++) {
      slot.pass(SECOND);
      granted += slot.lease("q", 1).size();
    }

    assertThat(granted).isEqualTo(101);
  }

  @Test
  void unchangedRateKeepsItsTokens() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");

    slot.policies(SamplePolicy.of("q").rate(1, 1).maxTasks(9));

    assertThat(slot.lease("q", 1)).isEmpty();
  }

  @Test
  void changedRateStartsFull() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b", "c");
    slot.lease("q");

    slot.policies(SamplePolicy.of("q").rate(1, 2));

    assertThat(slot.lease("q", 10)).hasSize(2);
  }

  @Test
  void leasedTasksStayWithinTheConcurrencyLimit() {
    slot.policies(SamplePolicy.of("q").maxLeased(2));
    slot.enqueue("q", "a", "b", "c");

    assertThat(slot.lease("q", 10)).hasSize(2);
    assertThat(slot.lease("q", 10)).isEmpty();
  }

  @Test
  void endedLeaseMakesRoomForAnother() {
    slot.policies(SamplePolicy.of("q").maxLeased(1));
    slot.enqueue("q", "a", "b");
    slot.update(slot.lease("q").dequeue());

    assertThat(Held.pids(slot.lease("q", 10))).containsExactly("b");
  }

  @Test
  void limitBelowWhatIsLeasedGrantsNothing() {
    slot.enqueue("q", "a", "b", "c");
    slot.lease("q", 2);

    slot.policies(SamplePolicy.of("q").maxLeased(1));

    assertThat(slot.lease("q", 1)).isEmpty();
    assertThat(slot.stats("q").leased()).isEqualTo(2);
  }

  @Test
  void fullQueueRefusesNewTasks() {
    slot.policies(SamplePolicy.of("q").maxTasks(2));
    slot.enqueue("q", "a", "b");

    assertThat(slot.codeOf(enqueue("q", "c"))).isEqualTo(ErrorCode.QUEUE_FULL);
    assertThat(slot.codeOf(fifo("q", "x"))).isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void leasedTasksCountTowardTheSize() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");
    slot.lease("q");

    assertThat(slot.codeOf(enqueue("q", "b"))).isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void fullQueueStillCollapses() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");

    assertThat(slot.apply(enqueue("q", "a"))).isInstanceOf(ElementResult.Collapsed.class);
  }

  @Test
  void placeThatAnElementMakesIsUsedByTheNext() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");

    slot.update(slot.lease("q").dequeue(), enqueue("q", "b"));

    assertThat(slot.pids("q")).containsExactly("b");
  }

  @Test
  void leaseTimeIsCutPerQueue() {
    slot.policies(SamplePolicy.of("short").maxLeaseTime(SECOND));
    slot.enqueue("short", "a");
    slot.enqueue("long", "a");

    assertThat(slot.lease(SampleLease.from("short", "long")))
        .extracting(Held::untilMillis)
        .containsExactly(slot.in(SECOND), slot.in(MINUTE));
  }

  @Test
  void firstMatchHoldsWhole() {
    slot.policies(SamplePolicy.of("q").maxTasks(2), SamplePolicy.of(".*").maxLeased(1));
    slot.enqueue("q", "a", "b");

    assertThat(slot.lease("q", 10)).hasSize(2);
  }

  @Test
  void policyMayBeBoundToGroup() {
    slot.policies(
        new SamplePolicy(
            new Policy(new NameFilter("g", NamePattern.ANY), 0, null, "", null, 0, 1, 0)));
    slot.enqueue("q", "a", "b");
    QueueName queue = new QueueName("g", "q");
    slot.update(Element.Enqueue.of(queue, Pid.of("a"), Payload.EMPTY));

    assertThat(slot.codeOf(Element.Enqueue.of(queue, Pid.of("b"), Payload.EMPTY)))
        .isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void versionGrowsByOne() {
    assertThat(slot.execute(new Command.SetPolicies(0, List.of())))
        .isEqualTo(new Reply.Policies(new PolicyDocument(1, List.of())));
    assertThat(slot.execute(new Command.GetPolicies()))
        .isEqualTo(new Reply.Policies(new PolicyDocument(1, List.of())));
  }

  @Test
  void documentMadeFromAnotherVersionIsConflict() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));

    Reply reply = slot.execute(new Command.SetPolicies(0, List.of()));

    assertThat(SlotFixture.codeOf(reply)).isEqualTo(ErrorCode.CONFLICT);
    slot.enqueue("q", "a");
    assertThat(slot.codeOf(enqueue("q", "b"))).isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void newerDocumentIsAdoptedWithItsVersion() {
    var document = new PolicyDocument(7, List.of(SamplePolicy.of("q").maxTasks(1).policy()));

    assertThat(slot.execute(new Command.AdoptPolicies(document)))
        .isEqualTo(new Reply.Policies(document));
  }

  @Test
  void olderDocumentIsNotAdopted() {
    var newer = new PolicyDocument(7, List.of());
    slot.execute(new Command.AdoptPolicies(newer));

    assertThat(slot.execute(new Command.AdoptPolicies(new PolicyDocument(6, List.of()))))
        .isEqualTo(new Reply.Policies(newer));
  }

  @Test
  void documentHasBoundOnItsPolicies() {
    Policy policy = SamplePolicy.of("q").policy();

    assertThat(new PolicyDocument(0, Collections.nCopies(1000, policy)).policies()).hasSize(1000);
    assertThatThrownBy(() -> new PolicyDocument(0, Collections.nCopies(1001, policy)))
        .isInstanceOf(QueueException.class);
  }

  @Test
  void numbersThatMakeNoSenseAreInvalid() {
    assertInvalid(() -> SamplePolicy.of("q").maxAttempts(-1));
    assertInvalid(() -> SamplePolicy.of("q").maxLeased(-1));
    assertInvalid(() -> SamplePolicy.of("q").rate(0, 1));
    assertInvalid(() -> SamplePolicy.of("q").rate(Double.NaN, 1));
    assertInvalid(() -> SamplePolicy.of("q").rate(1e10, 1));
    assertInvalid(() -> SamplePolicy.of("q").rate(1, 0));
    assertInvalid(() -> SamplePolicy.of("q").backoff(SECOND, 0.9, SECOND));
    assertInvalid(() -> SamplePolicy.of("q").backoff(SECOND, Double.NaN, SECOND));
    assertInvalid(() -> SamplePolicy.of("q").backoff(SECOND, 1001, SECOND));
    assertInvalid(() -> SamplePolicy.of("q").backoff(SECOND, 1, SECOND.minusMillis(1)));
    assertInvalid(() -> SamplePolicy.of("q").deadLetters("\n"));
  }

  private static void assertInvalid(Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOfSatisfying(
            QueueException.class, e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID));
  }
}
