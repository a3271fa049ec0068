package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.exists;
import static dev.millrace.queue.SampleElements.expect;
import static dev.millrace.queue.SampleElements.fifo;
import static dev.millrace.queue.SampleElements.isEmpty;
import static dev.millrace.queue.SampleElements.move;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** All elements of an update or none. */
class AtomicityTest {
  private static final Element NEVER = expect(exists("nowhere", "nothing"));

  private final SlotFixture slot = new SlotFixture();

  @Test
  void elementsAreAppliedInOrder() {
    slot.enqueue("q", "a");

    slot.update(move("q", "a", "q", "b"), move("q", "b", "q", "c"), enqueue("q", "a"));

    assertThat(slot.pids("q")).containsExactly("a", "c");
  }

  @Test
  void resultsComeInTheOrderOfTheElements() {
    slot.enqueue("q", "a");

    assertThat(slot.update(cancel("q", "a"), enqueue("q", "a"), expect(exists("q", "a"))))
        .containsExactly(
            new ElementResult.Removed(Pid.of("a")),
            new ElementResult.Created(Pid.of("a")),
            new ElementResult.Holds());
  }

  @Test
  void failedUpdateChangesNothing() {
    slot.policies(SamplePolicy.of("q").maxAttempts(2));
    slot.enqueue("q", "a", "b", "c", "d", "e", "f");
    slot.update(enqueue("q", "g", after(MINUTE)));
    var held = slot.lease("q", 5);
    slot.update(held.get(4).fail("first"));
    Held last = slot.lease("q");
    Snapshot before = slot.snapshot();

    Problem problem =
        slot.refused(
            held.get(0).dequeue(),
            held.get(1).release(),
            held.get(2).renew(MINUTE.multipliedBy(2)),
            held.get(3).moveTo("new", "x"),
            last.fail("second"),
            enqueue("q", "f", "other", OnConflict.REPLACE),
            enqueue("q", "c", "aside", OnConflict.AGAIN),
            move("q", "g", "new", "g"),
            fifo("new", "data"),
            cancel("q", "b"),
            enqueue("q", "b"),
            NEVER);

    assertThat(problem.element()).isEqualTo(11);
    assertThat(slot.snapshot()).isEqualTo(before);
  }

  @Test
  void whateverFailsChangesNothing() {
    var history = new RandomHistory(slot, new Random(17));
    int failures = 0;
    for (int i = 0; i < 1000; i++) {
      Snapshot before = slot.snapshot();
      if (history.step()) {
        assertThat(slot.snapshot()).isEqualTo(before);
        failures++;
      }
    }

    assertThat(failures).isGreaterThan(100);
  }

  @Test
  void failedUpdateLeavesLeasesAndDeadlinesInForce() {
    slot.enqueue("q", "a", "b");
    var held = slot.lease("q", 2);
    long wake = slot.nextWake();

    slot.refused(held.get(0).dequeue(), held.get(1).renew(MINUTE.multipliedBy(9)), NEVER);

    assertThat(slot.nextWake()).isEqualTo(wake);
    assertThat(slot.execute(new Command.RenewAll("worker", 60_000, null)))
        .isEqualTo(new Reply.RenewedAll(2));
    assertThat(slot.update(held.get(0).dequeue(), held.get(1).dequeue())).hasSize(2);
  }

  @Test
  void failedUpdateLeavesNoQueueBehind() {
    slot.refused(enqueue("q", "a"), NEVER);

    assertThat(slot.survey().queues()).isEmpty();
    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void failedUpdateWritesNothing() {
    slot.refused(enqueue("q", "a"), NEVER);

    assertThat(slot.journaledSteps()).isZero();
  }

  @Test
  void failedUpdateWakesNobody() {
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));

    slot.refused(enqueue("q", "a"), NEVER);

    assertThat(slot.isWaiting(waiting)).isTrue();
  }

  @Test
  void failedUpdateCountsNothing() {
    slot.enqueue("q", "a");
    QueueStats before = slot.stats("q");

    slot.refused(enqueue("q", "b"), enqueue("q", "a"), NEVER);

    assertThat(slot.stats("q")).isEqualTo(before);
  }

  @Test
  void successfulUpdateIsOneStep() {
    slot.update(enqueue("q", "a"), enqueue("r", "b"), cancel("q", "a"), fifo("r", "data"));

    assertThat(slot.journaledSteps()).isEqualTo(1);
  }

  @Test
  void taskThatComesAndGoesInOneUpdateLeavesNothingButItsCount() {
    slot.update(enqueue("q", "keep"), enqueue("q", "a"), cancel("q", "a"));

    assertThat(slot.pids("q")).containsExactly("keep");
    assertThat(slot.stats("q").entered()).isEqualTo(2);
    assertThat(slot.stats("q").left()).isEqualTo(1);
  }

  @Test
  void updateMayUseOneLeaseOnlyOnce() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    Problem problem = slot.refused(held.dequeue(), held.dequeue());

    assertThat(problem.code()).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(problem.element()).isEqualTo(1);
    assertThat(slot.task("q", "a")).isEqualTo(held.task());
  }

  @Test
  void handOverIsOneStep() {
    slot.enqueue("fetch", "page");
    Held held = slot.lease("fetch");
    int before = slot.journaledSteps();

    slot.update(held.dequeue(), enqueue("parse", "page"));

    assertThat(slot.journaledSteps()).isEqualTo(before + 1);
    assertThat(slot.pids("fetch")).isEmpty();
    assertThat(slot.pids("parse")).containsExactly("page");
  }

  @Test
  void updateOverTwoGroupsIsInvalid() {
    Problem problem =
        refusedByConstruction(
            enqueue("q", "a"),
            Element.Enqueue.of(new QueueName("g", "q"), Pid.of("a"), Payload.EMPTY));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.element()).isEqualTo(1);
  }

  @Test
  void conditionOnAnotherGroupIsInvalid() {
    Problem problem =
        refusedByConstruction(
            new Element.Enqueue(
                new QueueName("g", "q"),
                Pid.of("a"),
                Payload.EMPTY,
                new Start.Now(),
                OnConflict.KEEP,
                isEmpty("q")));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
  }

  static Problem refusedByConstruction(Element... elements) {
    return catchThrowableOfType(QueueException.class, () -> Command.Update.of(elements)).problem();
  }
}
