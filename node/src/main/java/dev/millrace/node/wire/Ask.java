package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.queue.Command;
import dev.millrace.queue.Slot;
import java.util.function.Consumer;

/** A command on its way to a slot. */
record Ask(int slot, Command command, Durability durability) {
  /** A command about the queues of one group. */
  static Ask of(CommandPath path, String group, Command command, Durability durability) {
    return new Ask(Slot.of(group, path.slots()), command, durability);
  }

  /** A command that only looks. */
  static Ask of(CommandPath path, String group, Command command) {
    return of(path, group, command, Durability.FSYNC);
  }

  Pending submit(CommandPath path, Caller caller, Consumer<Answer> onAnswer) {
    return caller.pathOr(path).submit(slot, command, durability, caller.expiryNanos(), onAnswer);
  }
}
