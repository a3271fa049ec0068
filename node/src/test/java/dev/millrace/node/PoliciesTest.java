package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Change.PoliciesPut;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Policy;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All slots have the same policies, whatever happens in between. */
class PoliciesTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final Policy TWO_ATTEMPTS =
      new Policy(new NameFilter(null, NamePattern.of("q")), 2, null, "", null, 0, 0, 0);

  private record Made(int slot, Step step) {}

  private final List<Made> journal = new ArrayList<>();
  private boolean roomForAll = true;
  private final Room room = (_, _) -> roomForAll ? Room.Answer.TAKEN : Room.Answer.DISK_FULL;

  @Test
  void allExistingSlotsAdoptWhatSlotZeroTook() {
    var slots = opened(1);
    touch(slots, 3);
    touch(slots, 7);

    setPolicies(slots);

    assertThat(versions(slots)).containsExactly("0:1", "3:1", "7:1");
  }

  @Test
  void slotMadeLaterAdoptsThemFirst() {
    var slots = opened(1);
    setPolicies(slots);

    touch(slots, 5);

    assertThat(versions(slots)).containsExactly("0:1", "5:1");
  }

  @Test
  void adoptionIsJournaled() {
    var slots = opened(1);
    touch(slots, 3);
    setPolicies(slots);

    assertThat(versions(restored(journal))).containsExactly("0:1", "3:1");
  }

  @Test
  void crashBeforeTheAdoptionIsMadeUpForWhenOpening() {
    var slots = opened(1);
    slots.execute(3, 1, Commands.enqueue("q", "a"), NOW, this::take);
    setPolicies(slots);
    var surviving = journal.stream().filter(made -> !isAdoption(made)).toList();

    var again = restored(surviving);
    assertThat(versions(again)).containsExactly("0:1", "3:0");
    journal.clear();
    again.open(2, NOW, this::take);

    assertThat(versions(again)).containsExactly("0:1", "3:1");
    assertThat(journal).singleElement().matches(made -> made.slot() == 3);
  }

  @Test
  void slotWithoutRoomAdoptsThemAtItsNextCommand() {
    var slots = opened(1);
    touch(slots, 3);
    slots.execute(
        0,
        1,
        new Command.SetPolicies(0, List.of(TWO_ATTEMPTS)),
        NOW,
        (slot, step) -> {
          take(slot, step);
          roomForAll = false;
        });
    assertThat(versions(slots)).containsExactly("0:1", "3:0");

    roomForAll = true;
    touch(slots, 3);

    assertThat(versions(slots)).containsExactly("0:1", "3:1");
  }

  private void setPolicies(Slots slots) {
    slots.execute(0, 1, new Command.SetPolicies(0, List.of(TWO_ATTEMPTS)), NOW, this::take);
  }

  private void touch(Slots slots, int slot) {
    slots.execute(slot, 2, new Command.GetPolicies(), NOW, this::take);
  }

  private Slots opened(long incarnation) {
    var slots = new Slots(16, Limits.DEFAULT, room);
    slots.open(incarnation, NOW, this::take);
    return slots;
  }

  private Slots restored(List<Made> steps) {
    var slots = new Slots(16, Limits.DEFAULT, room);
    steps.forEach(made -> slots.restore(made.slot(), made.step().encoded().bytes()));
    return slots;
  }

  private void take(int slot, Step step) {
    if (!step.changes().isEmpty()) {
      journal.add(new Made(slot, step));
    }
  }

  private static boolean isAdoption(Made made) {
    return made.slot() != Slots.POLICY_SLOT
        && made.step().changes().getFirst() instanceof PoliciesPut;
  }

  private static List<String> versions(Slots slots) {
    return slots.existing().stream().map(PoliciesTest::version).toList();
  }

  private static String version(Slot slot) {
    return slot.number() + ":" + slot.policies().version();
  }
}
