package dev.millrace.simulation;

import dev.millrace.node.Slots;
import dev.millrace.node.StepSink;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A second set of slots that is told everything that the node's are told. The node's own steps go
 * to its journal unseen; what the shadow does shows them, and that the engine does the same again
 * when it is asked again.
 */
final class ShadowSlots {
  /** A step and its slot. */
  record Made(int slot, Step step) {}

  private final Slots slots;
  private final RoomLog room;

  ShadowSlots(int count, Limits limits, RoomLog room) {
    this.slots = new Slots(count, limits, room::replay);
    this.room = room;
  }

  void restore(int slot, byte[] encoded) {
    slots.restore(slot, encoded);
  }

  List<Made> open(long incarnation, long nowMillis) {
    return run(sink -> slots.open(incarnation, nowMillis, sink));
  }

  /** Repeats an execution of the node's slots. */
  List<Made> run(Consumer<StepSink> execution) {
    var made = new ArrayList<Made>();
    execution.accept((slot, step) -> made.add(new Made(slot, step)));
    room.checkReplayed();
    return made;
  }

  Slots slots() {
    return slots;
  }
}
