package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Step;
import dev.millrace.queue.Task;
import dev.millrace.simulation.StepFollower.Executed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was in the queues of a slot just before leases and deletes were executed there, by nothing
 * but the steps that came before, and how it was after every step that could still be lost.
 */
final class Shelves {
  private Contents contents = new Contents();

  /** By the ticket after which they were so. */
  private TreeMap<Long, Contents> past = new TreeMap<>(Map.of(0L, new Contents()));

  /** Leases that have no answer yet, by caller. */
  private final Map<Long, Command.Lease> leases = new HashMap<>();

  private final Map<Long, List<Pid>> available = new HashMap<>();
  private final Map<Long, List<Payload>> condemned = new HashMap<>();

  /** The same past, for a look at another disk. */
  Shelves copy() {
    var copy = new Shelves();
    copy.past = new TreeMap<>(past);
    return copy;
  }

  /** Everything up to a ticket was found, and nothing later. */
  void recovered(long ticket) {
    contents = requireNonNull(past.get(ticket));
    past = new TreeMap<>(Map.of(ticket, contents.copy()));
    leases.clear();
    available.clear();
    condemned.clear();
  }

  void forgetBefore(long ticket) {
    past.headMap(ticket).clear();
  }

  /** A command is executed, now or later. */
  void submitted(long caller, Command command) {
    if (command instanceof Command.Lease lease) {
      leases.put(caller, lease);
    }
  }

  void executed(Executed executed) {
    for (Step step : executed.steps()) {
      step.answers().forEach(answer -> look(executed, answer.caller()));
      if (!step.changes().isEmpty()) {
        contents.apply(step);
        past.put(step.ticket(), contents.copy());
      }
    }
  }

  private void look(Executed executed, long caller) {
    Command.Lease lease = leases.remove(caller);
    if (lease != null && lease.source() instanceof Source.Queues(var queues)) {
      available.put(caller, contents.available(queues.getFirst()));
    }
    if (executed.command() instanceof Command.DeleteQueue(var queue, var request)
        && request == null
        && caller == executed.caller()) {
      condemned.put(caller, contents.tasks(queue).stream().map(Task::data).toList());
    }
  }

  /** What was available in the first queue of a lease when it was answered; asked once. */
  @Nullable List<Pid> available(long caller) {
    return available.remove(caller);
  }

  /** What was in a queue that was deleted; asked once. */
  @Nullable List<Payload> condemned(long caller) {
    return condemned.remove(caller);
  }
}
