package dev.millrace.queue;

import dev.millrace.queue.TaskState.Available;
import java.nio.charset.StandardCharsets;

/**
 * Where tasks go whose attempts are used up; docs/protocol.md, "Expiry, attempts, dead letters".
 */
final class DeadLetters {
  private final Edit edit;

  DeadLetters(Edit edit) {
    this.edit = edit;
  }

  /** Whether the task, its last attempt counted, has to go. */
  boolean claims(Queue queue, Task task) {
    Policy policy = queue.policy();
    if (policy.maxAttempts() == 0 || task.past().attempts() < policy.maxAttempts()) {
      return false;
    }
    // Without this a dead letter that fails again would wander from .dead to .dead.dead and on.
    return policy.deadLetterQueue().isEmpty()
        ? !queue.name.name().endsWith(Policy.DEAD_SUFFIX)
        : !policy.deadLetterQueue().equals(queue.name.name());
  }

  /** Whether it is known if the dead letters have the task's PID already. */
  boolean knowsPlaceOf(Queue queue, Task task) {
    Queue dead = edit.find(queue.name.sibling(deadName(queue)));
    if (dead == null || dead.knows(task.pid())) {
      return true;
    }
    var _ = dead.find(task.pid());
    return false;
  }

  TaskName move(Queue queue, Task task) {
    Queue dead = edit.findOrCreate(queue.name.sibling(deadName(queue)));
    Pid pid = dead.find(task.pid()) == null ? task.pid() : edit.nextFifoPid();
    Payload data = task.again() == null ? task.data() : task.again();
    edit.remove(queue, task.pid());
    edit.put(
        dead,
        new Task(
            pid,
            data,
            Available.INSTANCE,
            task.enqueuedMillis(),
            Task.NO_LEASE,
            task.past().deadLetteredFrom(queue.name),
            null));
    return new TaskName(dead.name, pid);
  }

  private static String deadName(Queue queue) {
    String named = queue.policy().deadLetterQueue();
    return named.isEmpty() ? cut(queue.name.name()) + Policy.DEAD_SUFFIX : named;
  }

  /** The name, without the characters at its end that leave no room for the suffix. */
  private static String cut(String name) {
    int end = name.length();
    while (bytes(name.substring(0, end)) > QueueName.BYTES_MAX - Policy.DEAD_SUFFIX.length()) {
      end = name.offsetByCodePoints(end, -1);
    }
    return name.substring(0, end);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
