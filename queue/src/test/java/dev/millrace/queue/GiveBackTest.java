package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Grants that could not be delivered. */
class GiveBackTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void grantThatIsGivenBackCountsNoAttempt() {
    slot.enqueue("q", "a", "b");
    List<Held> held = slot.lease("q", 2);

    slot.execute(giveBack(held));

    assertThat(slot.tasks("q"))
        .allSatisfy(
            task -> {
              assertThat(task.state()).isEqualTo(new TaskState.Available());
              assertThat(task.past()).isEqualTo(Task.Past.NONE);
            });
  }

  @Test
  void givingBackServesWhoWaits() {
    slot.enqueue("q", "a");
    List<Held> held = slot.lease("q", 1);
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));

    slot.execute(giveBack(held));

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void givingBackLeavesWhatIsNotHeldAnyMore() {
    slot.enqueue("q", "a", "b");
    List<Held> held = slot.lease("q", 2);
    slot.update(cancel("q", "a"));
    slot.tick(MINUTE);
    Held next = slot.lease("q");

    slot.execute(giveBack(held));

    assertThat(slot.task("q", "b")).isEqualTo(next.task());
  }

  private static Command giveBack(List<Held> held) {
    return new Command.GiveBack(
        held.getFirst().lease(),
        held.stream().map(one -> new TaskName(one.queue(), one.pid())).toList());
  }
}
