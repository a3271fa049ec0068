package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the clients of a run have learned from answers, some of it out of date: the workload draws
 * from it.
 */
final class Knowledge {
  private static final int REMEMBERED = 24;

  /** A task that some client leased. */
  record Held(QueueName queue, Task task) {
    Pid pid() {
      return task.pid();
    }

    long lease() {
      return task.lease();
    }
  }

  /** A request that was sent, for sending it again. */
  record Sent(int slot, Command command) {}

  private final List<Held> held = new ArrayList<>();
  private final List<TaskName> fifo = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private long policiesVersion;
  private final Map<String, Long> lastSequence = new TreeMap<>();
  private final Map<String, List<Long>> leftOut = new TreeMap<>();

  void learn(Reply reply) {
    switch (reply) {
      case Reply.Granted(var tasks) ->
          tasks.forEach(task -> remember(held, new Held(task.queue(), task.task())));
      case Reply.Peeked(var queue, var tasks, _) -> {
        for (Task task : tasks) {
          if (FifoForm.ticketOf(task.pid()).isPresent()) {
            remember(fifo, new TaskName(queue, task.pid()));
          }
        }
      }
      case Reply.Policies(var document) -> policiesVersion = document.version();
      default -> {}
    }
  }

  void sent(int slot, Command command) {
    remember(sent, new Sent(slot, command));
  }

  private static <T> void remember(List<T> memory, T item) {
    memory.add(item);
    if (memory.size() > REMEMBERED) {
      memory.removeFirst();
    }
  }

  /** Grants of a group, the latest last. */
  List<Held> held(String group) {
    return held.stream().filter(one -> one.queue.group().equals(group)).toList();
  }

  void forget(Held one) {
    held.remove(one);
  }

  List<TaskName> fifo(String group) {
    return fifo.stream().filter(name -> name.queue().group().equals(group)).toList();
  }

  List<Sent> sent() {
    return sent;
  }

  long policiesVersion() {
    return policiesVersion;
  }

  /**
   * A new request of a client: mostly the next number, sometimes with a gap, sometimes one that was
   * left out.
   */
  RequestId newRequest(Dice dice, String client) {
    var left = leftOut.computeIfAbsent(client, _ -> new ArrayList<>());
    if (!left.isEmpty() && dice.chance(0.1)) {
      return new RequestId(client, left.remove(dice.below(left.size())));
    }
    long next = lastSequence.merge(client, 1L, Long::sum);
    if (dice.chance(0.1)) {
      left.add(next);
      next = lastSequence.merge(client, 1L, Long::sum);
    }
    // Now and then too early: who repeats what it called settled is refused.
    long settled = dice.chance(0.2) ? Math.max(0, next - dice.between(1, 8)) : 0;
    return new RequestId(client, next, settled);
  }
}
