package dev.millrace.queue;

import dev.millrace.queue.Command.Peek;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Found;
import java.util.List;

/**
 * Answers that change nothing; docs/protocol.md, "Looking". An answer counts only if nothing
 * unknown was looked at.
 */
final class Look {
  private Look() {}

  static Reply get(SlotState state, QueueName name, Pid pid) {
    Queue queue = state.queues().find(name);
    Task task = queue == null ? null : queue.find(pid);
    return task == null
        ? new Failed(new Problem(ErrorCode.NOT_FOUND, "%s has no task %s".formatted(name, pid)))
        : new Found(name, task);
  }

  static Reply peek(SlotState state, Peek peek) {
    Queue queue = state.queues().find(peek.queue());
    return queue == null
        ? new Reply.Peeked(peek.queue(), List.of(), null)
        : new Page(state, queue, peek).read();
  }
}
