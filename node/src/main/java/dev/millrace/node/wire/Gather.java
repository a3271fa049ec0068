package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.Slot;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Asks several slots at once and waits for all their answers. */
final class Gather {
  private final Consumer<Answer> onEach;
  private final Runnable onAll;

  // Guarded by this.
  private int missing;

  private Gather(int missing, Consumer<Answer> onEach, Runnable onAll) {
    this.missing = missing;
    this.onEach = onEach;
    this.onAll = onAll;
  }

  /**
   * Submits all.
   *
   * @param to hears what the two functions throw
   * @param onEach called with one answer at a time, in any order
   * @param onAll called after the last
   */
  static void submit(
      CommandPath path,
      Caller caller,
      List<Ask> asks,
      Recipient<?> to,
      Consumer<Answer> onEach,
      Runnable onAll) {
    if (asks.isEmpty()) {
      onAll.run();
      return;
    }
    Gather gather = new Gather(asks.size(), onEach, onAll);
    for (Ask ask : asks) {
      var _ = ask.submit(path, caller, answer -> to.attempt(() -> gather.take(answer)));
    }
  }

  private void take(Answer answer) {
    boolean isLast;
    synchronized (this) {
      onEach.accept(answer);
      isLast = --missing == 0;
    }
    if (isLast) {
      onAll.run();
    }
  }

  /** Asks the slots of all queues that a filter may match; only looks. */
  static List<Ask> asks(CommandPath path, NameFilter names, Command look) {
    String group = names.group();
    IntStream slots = group == null ? slots(path) : IntStream.of(Slot.of(group, path.slots()));
    return slots.mapToObj(slot -> new Ask(slot, look, Durability.FSYNC)).toList();
  }

  /** Every slot. */
  static IntStream slots(CommandPath path) {
    return IntStream.range(0, path.slots());
  }
}
