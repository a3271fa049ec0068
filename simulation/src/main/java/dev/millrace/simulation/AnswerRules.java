package dev.millrace.simulation;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What holds of the answers of a slot one after the other, whatever its state: rules D5, D6, P1,
 * P3, P4, G2 and U1 of docs/promises.md.
 */
final class AnswerRules {
  private record Line(int slot, Durability durability) {}

  private final Map<Line, Long> lastTickets = new HashMap<>();

  /** By queue, the largest FIFO PID that clients knew when so many commands had been sent. */
  private final Map<QueueName, TreeMap<Long, Pid>> knownFifo = new TreeMap<>();

  /** By queue, the largest generation that clients knew when so many commands had been sent. */
  private final Map<QueueName, TreeMap<Long, Long>> knownGenerations = new TreeMap<>();

  private final Map<RequestId, Reply> outcomes = new HashMap<>();
  private final Map<RequestId, Reply> lastSeen = new HashMap<>();
  private final Map<RequestId, Long> firstSent = new HashMap<>();

  /** A client is about to send a command. */
  void invoked(Op op) {
    op.request().ifPresent(request -> firstSent.putIfAbsent(request, op.caller()));
  }

  /** The number of the command, or of the one that it repeats. */
  private long sentAt(Op op) {
    return op.request()
        .map(request -> firstSent.getOrDefault(request, op.caller()))
        .orElse(op.caller());
  }

  /**
   * Judges an answer.
   *
   * @param shelf what was available in the queue of a lease before it; none when that isn't known
   * @param now the number of the last command that was sent
   */
  void answered(Op op, Answer answer, @Nullable List<Pid> shelf, long now) {
    checkTicket(op, answer);
    boolean first = op.request().isEmpty() || isFirst(op, op.request().get(), answer.reply());
    switch (answer.reply()) {
      case Reply.Updated(var results) -> {
        if (first) {
          checkFifo(op, results, now);
        }
      }
      case Reply.Granted(var tasks) -> {
        Command.Lease lease = (Command.Lease) op.command();
        checkOrder(lease, tasks);
        boolean fresh = !tasks.isEmpty() && tasks.getFirst().task().lease() == answer.ticket();
        if (shelf != null && fresh) {
          checkExact(lease, tasks, shelf);
        }
      }
      case Reply.Peeked(var queue, var tasks, _) ->
          checkRising("U1", queue, tasks.stream().map(task -> task.pid()).toList());
      case Reply.Surveyed(var queues, _, _) ->
          queues.forEach(stats -> checkGeneration(op, stats, now));
      default -> {}
    }
  }

  private void checkTicket(Op op, Answer answer) {
    if (answer.reply() instanceof Reply.Failed(var problem) && isUnexecuted(problem.code())) {
      return;
    }
    Long before = lastTickets.put(new Line(op.slot(), op.durability()), answer.ticket());
    if (before != null && answer.ticket() < before) {
      throw new Violation(
          "D6", "an answer with ticket %d came after %d".formatted(answer.ticket(), before));
    }
  }

  /** Whether nobody has seen this answer to the request before. */
  private boolean isFirst(Op op, RequestId request, Reply reply) {
    if (op.durability() == Durability.FSYNC && isKept(op, reply)) {
      checkRepeated(request, reply);
    }
    return !reply.equals(lastSeen.put(request, reply));
  }

  /** Answers to a request after the first must say the same, as far as it is kept. */
  private void checkRepeated(RequestId request, Reply reply) {
    Reply before = outcomes.putIfAbsent(request, reply);
    if (before == null) {
      return;
    }
    boolean same =
        switch (before) {
          case Reply.Granted(var tasks) ->
              reply instanceof Reply.Granted(var held) && isPart(held, tasks);
          case Reply.Deleted(_, long queues, long tasks) ->
              reply instanceof Reply.Deleted(_, long q, long t) && q == queues && t == tasks;
          default -> Replies.same(before, reply);
        };
    if (!same) {
      throw new Violation("D5", "%s was answered %s and then %s".formatted(request, before, reply));
    }
  }

  private static boolean isKept(Op op, Reply reply) {
    boolean dryRun = op.command() instanceof Command.DeleteMatching delete && delete.dryRun();
    return switch (reply) {
      case Reply.Granted(var tasks) -> !tasks.isEmpty();
      case Reply.Failed(var problem) ->
          switch (problem.code()) {
            case REQUEST_TOO_OLD,
                TOO_LARGE,
                DISK_FULL,
                OVERLOADED,
                DEADLINE_PASSED,
                STOPPING,
                SUPERSEDED ->
                false;
            default -> true;
          };
      default -> !dryRun;
    };
  }

  private static boolean isUnexecuted(ErrorCode code) {
    return code == ErrorCode.DEADLINE_PASSED || code == ErrorCode.OVERLOADED;
  }

  private static boolean isPart(List<LeasedTask> held, List<LeasedTask> granted) {
    return held.stream()
        .allMatch(
            one ->
                granted.stream()
                    .anyMatch(
                        g ->
                            g.queue().equals(one.queue())
                                && g.task().pid().equals(one.task().pid())
                                && g.task().lease() == one.task().lease()));
  }

  private void checkFifo(Op op, List<ElementResult> results, long now) {
    List<Element> elements = ((Command.Update) op.command()).elements();
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof Element.Enqueue enqueue
          && enqueue.pid() == null
          && results.get(i) instanceof ElementResult.Created(var pid)) {
        checkFifo(op, enqueue.queue(), pid, now);
      }
      if (elements.get(i) instanceof Element.EnqueueAll(var queue, var data)
          && results.get(i) instanceof ElementResult.CreatedAll(var first, int tasks)) {
        if (tasks != data.size()) {
          throw new Violation("P4", "%d tasks of %d".formatted(tasks, data.size()));
        }
        checkFifo(op, queue, first, now);
        note(queue, FifoForm.after(first, tasks - 1), now);
      }
    }
  }

  private void checkFifo(Op op, QueueName queue, Pid pid, long now) {
    if (FifoForm.ticketOf(pid).isEmpty()) {
      throw new Violation("P4", "%s isn't a FIFO PID".formatted(pid));
    }
    var before = known(queue).lowerEntry(sentAt(op));
    if (before != null && ByteOrder.compare(before.getValue(), pid) >= 0) {
      throw new Violation("P4", "%s gave the FIFO PID %s after %s".formatted(queue, pid, before));
    }
    note(queue, pid, now);
  }

  private void note(QueueName queue, Pid pid, long now) {
    var known = known(queue);
    if (known.isEmpty() || ByteOrder.compare(known.lastEntry().getValue(), pid) < 0) {
      known.put(now, pid);
    }
  }

  private NavigableMap<Long, Pid> known(QueueName queue) {
    return knownFifo.computeIfAbsent(queue, _ -> new TreeMap<>());
  }

  private static void checkOrder(Command.Lease lease, List<LeasedTask> tasks) {
    var byQueue = new TreeMap<QueueName, List<Pid>>();
    for (LeasedTask leased : tasks) {
      Pid pid = leased.task().pid();
      byQueue.computeIfAbsent(leased.queue(), _ -> new ArrayList<>()).add(pid);
      if (lease.maxPid() != null && ByteOrder.compare(pid, lease.maxPid()) > 0) {
        throw new Violation(
            "P3", "%s was granted %s, above %s".formatted(lease, pid, lease.maxPid()));
      }
    }
    byQueue.forEach((queue, pids) -> checkRising("P3", queue, pids));
    if (lease.source() instanceof Source.Queues(var names)) {
      int last = 0;
      for (LeasedTask leased : tasks) {
        int place = names.indexOf(leased.queue());
        if (place < last) {
          throw new Violation(
              "P3", "%s was granted from %s too late".formatted(lease, leased.queue()));
        }
        last = place;
      }
    }
  }

  private static void checkRising(String rule, QueueName queue, List<Pid> pids) {
    for (int i = 1; i < pids.size(); i++) {
      if (ByteOrder.compare(pids.get(i - 1), pids.get(i)) >= 0) {
        throw new Violation(
            rule, "%s gave %s before %s".formatted(queue, pids.get(i - 1), pids.get(i)));
      }
    }
  }

  /** Nothing that was available may be left behind in front of what was granted. */
  private static void checkExact(Command.Lease lease, List<LeasedTask> tasks, List<Pid> shelf) {
    QueueName first = ((Source.Queues) lease.source()).queues().getFirst();
    var got =
        tasks.stream()
            .filter(leased -> leased.queue().equals(first))
            .map(leased -> leased.task().pid())
            .toList();
    if (got.isEmpty()) {
      return;
    }
    for (Pid pid : shelf) {
      if (ByteOrder.compare(pid, got.getLast()) < 0 && !got.contains(pid)) {
        throw new Violation(
            "P1", "%s was granted %s, but %s was available".formatted(lease, got, pid));
      }
    }
  }

  private void checkGeneration(Op op, QueueStats stats, long now) {
    var known = knownGenerations.computeIfAbsent(stats.queue(), _ -> new TreeMap<>());
    var before = known.lowerEntry(op.caller());
    if (before != null && stats.generation() < before.getValue()) {
      throw new Violation(
          "G2",
          "%s went from generation %s to %d".formatted(stats.queue(), before, stats.generation()));
    }
    if (known.isEmpty() || known.lastEntry().getValue() < stats.generation()) {
      known.put(now, stats.generation());
    }
  }
}
