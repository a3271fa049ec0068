package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.move;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MoveTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void movedTaskIsInTheTargetOnly() {
    slot.enqueue("q", "a");

    ElementResult result = slot.apply(move("q", "a", "r", "b"));

    assertThat(result).isEqualTo(new ElementResult.Moved(QueueName.of("r"), Pid.of("b")));
    assertThat(slot.pids("q")).isEmpty();
    assertThat(slot.pids("r")).containsExactly("b");
  }

  @Test
  void moveKeepsDataAttemptsFailureAndEnqueueTime() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("boom"));
    Task before = slot.task("q", "a");
    slot.pass(MINUTE);

    slot.update(move("q", "a", "r", "b"));

    assertThat(slot.task("r", "b")).isEqualTo(before.withPid(Pid.of("b")));
  }

  @Test
  void moveKeepsDataKeptAside() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "aside", OnConflict.AGAIN));

    slot.update(held.moveTo("r", "a"));

    assertThat(slot.task("r", "a").again()).isEqualTo(Payload.of("aside"));
  }

  @Test
  void moveMayResetAttempts() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("boom"));

    slot.update(
        new Element.Move(
            QueueName.of("q"), Pid.of("a"), 0, QueueName.of("r"), null, new Start.Now(), true));

    assertThat(slot.tasks("r").getFirst().past()).isEqualTo(new Task.Past(0, "boom", null));
  }

  @Test
  void moveOfLeasedTaskEndsItsLease() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.update(move("q", "a", "r", "a"));

    assertThat(slot.task("r", "a").state()).isEqualTo(new Available());
    assertThat(slot.task("r", "a").lease()).isZero();
  }

  @Test
  void moveWithCurrentLeaseSucceeds() {
    slot.enqueue("q", "a");

    slot.update(slot.lease("q").moveTo("r", "a"));

    assertThat(slot.pids("r")).containsExactly("a");
  }

  @Test
  void lateMoveSucceedsLikeLateDequeue() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);

    slot.update(held.moveTo("r", "a"));

    assertThat(slot.task("r", "a").past().attempts()).isEqualTo(1);
  }

  @Test
  void moveWithSupersededLeaseIsLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);
    slot.lease("q");

    assertThat(slot.codeOf(held.moveTo("r", "a"))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void moveOfMissingTaskIsNotFound() {
    assertThat(slot.codeOf(move("q", "a", "r", "a"))).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void moveOntoAnotherTaskFails() {
    slot.enqueue("q", "a", "b");

    assertThat(slot.codeOf(move("q", "a", "q", "b"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
  }

  @Test
  void moveToItselfIsInvalid() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(move("q", "a", "q", "a"))).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void moveToAnotherGroupIsInvalid() {
    var move =
        new Element.Move(
            QueueName.of("q"),
            Pid.of("a"),
            0,
            new QueueName("g", "q"),
            Pid.of("a"),
            new Start.Now(),
            false);

    assertThat(AtomicityTest.refusedByConstruction(move).code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void delayedTaskStaysDelayedUntilItsTime() {
    slot.update(enqueue("q", "a", after(MINUTE)));
    long until = slot.in(MINUTE);
    slot.pass(Duration.ofSeconds(10));

    slot.update(move("q", "a", "r", "a"));

    assertThat(slot.task("r", "a").state()).isEqualTo(new Delayed(until));
  }

  @Test
  void givenDelayCountsFromNow() {
    slot.update(enqueue("q", "a", after(MINUTE)));
    slot.pass(Duration.ofSeconds(10));

    slot.update(move("q", "a", "r", "a", after(Duration.ofSeconds(3))));

    assertThat(slot.task("r", "a").state()).isEqualTo(new Delayed(slot.in(Duration.ofSeconds(3))));
  }

  @Test
  void moveIntoFullQueueFails() {
    slot.policies(SamplePolicy.of("r").maxTasks(1));
    slot.enqueue("q", "a");
    slot.enqueue("r", "x");

    assertThat(slot.codeOf(move("q", "a", "r", "a"))).isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void moveWithinFullQueueSucceeds() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");

    slot.update(move("q", "a", "q", "b"));

    assertThat(slot.pids("q")).containsExactly("b");
  }

  @Test
  void moveWithoutPidGetsFifoPid() {
    slot.enqueue("q", "a");
    Pid earlier = slot.enqueueFifo("r");

    slot.update(slot.lease("q").moveTo("r", null));

    assertThat(slot.tasks("r")).hasSize(2);
    assertThat(slot.tasks("r").getLast().pid()).isGreaterThan(earlier);
  }

  @Test
  void moveOutOfTheDeadLettersForgetsWhereTheTaskCameFrom() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("boom"));
    assertThat(Objects.requireNonNull(slot.task("q.dead", "a").past().deadFrom()))
        .isEqualTo(QueueName.of("q"));

    slot.update(move("q.dead", "a", "q", "a"));

    assertThat(slot.task("q", "a").past()).isEqualTo(new Task.Past(1, "boom", null));
  }
}
