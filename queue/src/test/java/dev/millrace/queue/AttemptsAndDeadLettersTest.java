package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsAndDeadLettersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SlotFixture slot = new SlotFixture();

  @Test
  void attemptsBelowTheLimitGoOn() {
    slot.policies(SamplePolicy.of("q").maxAttempts(3));
    slot.enqueue("q", "a");

    slot.update(slot.lease("q").fail("one"));
    slot.update(slot.lease("q").fail("two"));

    assertThat(slot.task("q", "a").past().attempts()).isEqualTo(2);
  }

  @Test
  void failedReleaseAtTheLimitMovesTaskToTheDeadLetters() {
    slot.policies(SamplePolicy.of("q").maxAttempts(2));
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("one"));

    ElementResult result = slot.apply(slot.lease("q").fail("two"));

    assertThat(result)
        .isEqualTo(new ElementResult.DeadLettered(QueueName.of("q.dead"), Pid.of("a")));
    assertThat(slot.pids("q")).isEmpty();
  }

  @Test
  void expiryAtTheLimitMovesTaskToTheDeadLetters() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.pids("q")).isEmpty();
    assertThat(slot.pids("q.dead")).containsExactly("a");
  }

  @Test
  void deadLetterKeepsDataAttemptsFailureEnqueueTimeAndItsOrigin() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    Task before = slot.task("q", "a");
    slot.pass(SECOND);

    slot.update(slot.lease("q").fail("boom"));

    assertThat(slot.task("q.dead", "a"))
        .isEqualTo(before.withPast(new Task.Past(1, "boom", QueueName.of("q"))));
  }

  @Test
  void deadLetterIsAvailableWithoutBackoff() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1).backoff(MINUTE, 1, MINUTE));
    slot.enqueue("q", "a");

    slot.update(slot.lease("q").fail("boom"));

    assertThat(slot.task("q.dead", "a").state()).isEqualTo(new Available());
  }

  @Test
  void dataKeptAsideBecomesTheDataOfTheDeadLetter() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "newer", OnConflict.AGAIN));

    slot.update(held.fail("boom"));

    assertThat(slot.task("q.dead", "a").data()).isEqualTo(Payload.of("newer"));
    assertThat(slot.task("q.dead", "a").again()).isNull();
  }

  @Test
  void deadLetterWhosePidIsTakenGetsFifoPid() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q.dead", "a");
    slot.enqueue("q", "a");

    ElementResult result = slot.apply(slot.lease("q").fail("boom"));

    Pid pid = ((ElementResult.DeadLettered) result).pid();
    assertThat(pid.toString()).startsWith("@");
    assertThat(slot.tasks("q.dead")).extracting(Task::pid).containsExactly(pid, Pid.of("a"));
  }

  @Test
  void policyNamesTheDeadLetterQueue() {
    slot.policies(SamplePolicy.of("q.").maxAttempts(1).deadLetters("morgue"));
    slot.enqueue("q1", "a");
    slot.enqueue("q2", "b");

    slot.update(slot.lease("q1").fail("boom"));
    slot.update(slot.lease("q2").fail("boom"));

    assertThat(slot.pids("morgue")).containsExactly("a", "b");
  }

  @Test
  void deadLetterQueueIsInTheSameGroup() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    QueueName queue = new QueueName("g", "q");
    slot.update(Element.Enqueue.of(queue, Pid.of("a"), Payload.EMPTY));
    var lease =
        new Command.Lease(
            new Command.Source.Queues(List.of(queue)), 1, 1000, null, 0, new Holder("w", ""), null);
    Held held = SlotFixture.heldOf(slot.execute(lease)).getFirst();

    assertThat(slot.apply(held.fail("boom")))
        .isEqualTo(new ElementResult.DeadLettered(new QueueName("g", "q.dead"), Pid.of("a")));
  }

  @Test
  void sizeLimitDoesNotHoldForDeadLetters() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1), SamplePolicy.of("q.dead").maxTasks(1));
    slot.enqueue("q", "a", "b");

    slot.update(slot.lease("q").fail("boom"));
    slot.update(slot.lease("q").fail("boom"));

    assertThat(slot.pids("q.dead")).containsExactly("a", "b");
  }

  @Test
  void deadLetterIsNotDeadLetteredAgain() {
    slot.policies(SamplePolicy.of(".*").maxAttempts(1));
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("boom"));

    slot.update(slot.lease("q.dead").fail("again"));

    assertThat(slot.task("q.dead", "a").past())
        .isEqualTo(new Task.Past(2, "again", QueueName.of("q")));
    assertThat(slot.pids("q.dead.dead")).isEmpty();
  }

  @Test
  void queueThatIsItsOwnDeadLetterQueueKeepsItsTasks() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1).deadLetters("q"));
    slot.enqueue("q", "a");

    slot.update(slot.lease("q").fail("boom"));

    assertThat(slot.task("q", "a").past().attempts()).isEqualTo(1);
  }

  @Test
  void dotDeadQueueWithNamedDeadLetterQueueIsDeadLettered() {
    slot.policies(SamplePolicy.of("q.dead").maxAttempts(1).deadLetters("morgue"));
    slot.enqueue("q.dead", "a");

    slot.update(slot.lease("q.dead").fail("boom"));

    assertThat(slot.pids("morgue")).containsExactly("a");
  }

  @Test
  void longNameIsCutToLeaveRoomForTheSuffix() {
    String name = "ä".repeat(256);
    slot.policies(SamplePolicy.of(".*").maxAttempts(1));
    slot.enqueue(name, "a");

    var result = (ElementResult.DeadLettered) slot.apply(slot.lease(name).fail("boom"));

    assertThat(result.queue().name()).isEqualTo("ä".repeat(253) + ".dead");
    assertThat(result.queue().name().getBytes(StandardCharsets.UTF_8)).hasSize(511);
  }

  @Test
  void longNameIsNotCutWithinCharacter() {
    String name = "x" + "😀".repeat(127) + "abc";
    slot.policies(SamplePolicy.of(".*").maxAttempts(1));
    slot.enqueue(name, "a");

    var result = (ElementResult.DeadLettered) slot.apply(slot.lease(name).fail("boom"));

    assertThat(result.queue().name()).isEqualTo("x" + "😀".repeat(126) + ".dead");
  }

  @Test
  void backoffGrowsByItsFactorUpToItsMax() {
    slot.policies(SamplePolicy.of("q").backoff(SECOND, 3, Duration.ofSeconds(10)));
    slot.enqueue("q", "a");

    for (int seconds : new int[] {1, 3, 9, 10, 10}) {
      slot.update(slot.lease("q").fail("boom"));
      assertThat(slot.task("q", "a").state())
          .isEqualTo(new Delayed(slot.in(Duration.ofSeconds(seconds))));
      slot.pass(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void backoffOfManyAttemptsIsItsMax() {
    var backoff = new Policy.Backoff(1, 1000, MINUTE.toMillis());

    assertThat(backoff.afterAttempt(1)).isEqualTo(1);
    assertThat(backoff.afterAttempt(Integer.MAX_VALUE)).isEqualTo(MINUTE.toMillis());
  }

  @Test
  void backoffOfZeroStaysZero() {
    var backoff = new Policy.Backoff(0, 1000, MINUTE.toMillis());

    assertThat(backoff.afterAttempt(Integer.MAX_VALUE)).isZero();
  }

  @Test
  void loweredLimitHoldsForTasksThatAreThere() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("one"));
    slot.update(slot.lease("q").fail("two"));
    slot.policies(SamplePolicy.of("q").maxAttempts(1));

    slot.update(slot.lease("q").fail("three"));

    assertThat(slot.task("q.dead", "a").past().attempts()).isEqualTo(3);
  }

  @Test
  void deadLetterWakesWhoWaitsForIt() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    long waiting = slot.submit(SampleLease.from("q.dead").waiting(MINUTE));

    slot.update(held.fail("boom"));

    assertThat(Held.names(slot.grantedTo(waiting))).containsExactly("q.dead/a");
  }
}
