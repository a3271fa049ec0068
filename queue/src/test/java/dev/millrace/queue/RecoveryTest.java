package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.TaskState.Available;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a slot is after a crash. */
class RecoveryTest {
  private final SlotFixture slot = new SlotFixture();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void stateAfterReplayIsStateBefore(long seed) {
    var history = new RandomHistory(slot, new Random(seed));
    for (int i = 0; i < 10; i++) {
      history.run(50);
      Snapshot before = slot.snapshot();

      slot.crash();

      assertThat(slot.snapshot()).isEqualTo(before);
    }
  }

  @Test
  void replayOfPrefixIsStateAtThatStep() {
    List<Snapshot> states = new ArrayList<>();
    List<Integer> steps = new ArrayList<>();
    var history = new RandomHistory(slot, new Random(99));
    for (int i = 0; i < 100; i++) {
      history.run(1);
      states.add(slot.snapshot());
      steps.add(slot.journaledSteps());
    }

    for (int i = 99; i >= 0; i -= 7) {
      slot.crashKeeping(steps.get(i));
      assertThat(slot.snapshot()).isEqualTo(states.get(i));
    }
  }

  @Test
  void applyingStepsTwiceIsApplyingThemOnce() {
    new RandomHistory(slot, new Random(7)).run(200);
    Snapshot before = slot.snapshot();

    slot.crashReplayingEachChangeTwice();

    assertThat(slot.snapshot()).isEqualTo(before);
  }

  @Test
  void taskThatIsTouchedAgainByTheStepThatCreatedItSurvivesCrash() {
    slot.update(
        enqueue("q", "a", "x", OnConflict.REPLACE), enqueue("q", "a", "x", OnConflict.REPLACE));

    slot.crash();

    assertThat(slot.task("q", "a").data()).isEqualTo(Payload.of("x"));
  }

  @Test
  void leaseSurvivesCrash() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    slot.crash();

    assertThat(slot.lease("q", 1)).isEmpty();
    slot.update(held.renew(MINUTE));
    assertThat(slot.apply(held.dequeue())).isEqualTo(new ElementResult.Removed(held.pid()));
  }

  @Test
  void timeSpentDownCountsTowardLeases() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.pass(MINUTE);
    slot.crash();
    slot.tick();

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void lateDequeueSucceedsOverCrash() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);

    slot.crash();

    assertThat(slot.apply(held.dequeue())).isEqualTo(new ElementResult.Removed(held.pid()));
  }

  @Test
  void delaySurvivesCrash() {
    slot.update(enqueue("q", "a", after(MINUTE)));

    slot.crash();

    assertThat(slot.lease("q", 1)).isEmpty();
    slot.pass(MINUTE);
    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void clockThatWentBackWhileDownDoesNotTurnTimeBack() {
    slot.pass(MINUTE);
    slot.enqueue("q", "a");
    long before = slot.now();
    slot.pass(MINUTE.negated());

    slot.crash();

    assertThat(slot.lease("q").untilMillis()).isEqualTo(before + MINUTE.toMillis());
  }

  @Test
  void ticketsNeverRepeatThoughStepsAreLost() {
    slot.enqueue("q", "a");
    Held lost = slot.lease("q");

    slot.crashKeeping(1);
    Held next = slot.lease("q");

    assertThat(next.lease()).isGreaterThan(lost.lease());
    assertThat(slot.codeOf(lost.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void ticketsGrowOverManyCrashes() {
    long last = 0;
    for (int i = 0; i < 50; i++) {
      slot.enqueue("q", "task" + i);
      assertThat(slot.lastTicket()).isGreaterThan(last);
      last = slot.lastTicket();
      slot.crashKeeping(
          i % 3 == 0 ? Math.max(0, slot.journaledSteps() - 1) : slot.journaledSteps());
    }
  }

  @Test
  void crashBeforeAnythingIsAnEmptySlot() {
    slot.enqueue("q", "a");

    slot.crashKeeping(0);

    assertThat(slot.survey().queues()).isEmpty();
  }

  @Test
  void policiesSurviveCrash() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");

    slot.crash();

    assertThat(slot.codeOf(enqueue("q", "b"))).isEqualTo(ErrorCode.QUEUE_FULL);
  }

  @Test
  void stepsMustComeInTheOrderOfTickets() {
    Slot restored = new Slot(1, Limits.DEFAULT, Room.UNLIMITED);
    restored.restore(5, 0, List.of());

    assertThatThrownBy(() -> restored.restore(5, 0, List.of()))
        .isInstanceOf(Invariant.Violation.class);
  }

  @Test
  void openSlotCannotBeRestored() {
    Slot open = new Slot(1, Limits.DEFAULT, Room.UNLIMITED);
    open.open(1, 0);

    assertThatThrownBy(() -> open.restore(5, 0, List.of())).isInstanceOf(Invariant.Violation.class);
    assertThatThrownBy(() -> open.open(2, 0)).isInstanceOf(Invariant.Violation.class);
  }

  @Test
  void countersThatContradictTheTasksStopTheSlot() {
    Slot restored = new Slot(1, Limits.DEFAULT, Room.UNLIMITED);
    List<Change> changes =
        List.of(
            new Change.QueuePut(1, QueueName.of("q"), false),
            new Change.QueueCounts(1, 1, 0, 0, 1, 0));

    assertThatThrownBy(() -> restored.restore(1, 0, changes))
        .isInstanceOf(Invariant.Violation.class);
  }

  @Test
  void changeOfUnknownQueueStopsTheSlot() {
    Slot restored = new Slot(1, Limits.DEFAULT, Room.UNLIMITED);

    assertThatThrownBy(() -> restored.restore(1, 0, List.of(new Change.TaskGone(3, Pid.of("a")))))
        .isInstanceOf(Invariant.Violation.class);
  }
}
