package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.Holder;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import java.util.List;

/** Commands that tests use often, on queues of the default group. */
final class Commands {
  private Commands() {}

  static Command enqueue(String queue, String pid) {
    return enqueue(queue, pid, pid);
  }

  static Command enqueue(String queue, String pid, String data) {
    return Command.Update.of(
        Element.Enqueue.of(QueueName.of(queue), Pid.of(pid), Payload.of(data)));
  }

  static Command dequeue(String queue, String pid, long lease) {
    return Command.Update.of(new Element.Dequeue(QueueName.of(queue), Pid.of(pid), lease));
  }

  static Command lease(String queue, int tasks, long leaseMillis, long waitMillis) {
    return new Command.Lease(
        new Source.Queues(List.of(QueueName.of(queue))),
        tasks,
        leaseMillis,
        null,
        waitMillis,
        new Holder("worker", "127.0.0.1"),
        null);
  }

  static Command peek(String queue) {
    return new Command.Peek(QueueName.of(queue), Pid.EMPTY, null, null, null, 10_000);
  }

  static Command survey() {
    return new Command.Survey(
        new NameFilter(null, NamePattern.ANY), 0, Long.MAX_VALUE, QueueOrder.BY_NAME, 10_000, null);
  }
}
