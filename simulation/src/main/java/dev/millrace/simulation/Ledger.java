package dev.millrace.simulation;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Task;
import dev.millrace.simulation.LedgerEntry.Fate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fate of every task by its {@link Token}, from nothing but what clients sent and were
 * answered: rules D1 to D4, A1, A3 and U1 of docs/promises.md. It knows neither the model nor
 * tickets' meaning, so that it would notice an error that the model shares.
 */
final class Ledger {
  private final TreeMap<Long, LedgerEntry> entries = new TreeMap<>();

  /** Tokens that one update enqueues into the quiet group: all of them come, or none. */
  private final List<List<Long>> together = new ArrayList<>();

  private final LeaseLedger leases = new LeaseLedger();
  private boolean batonsPlaced;

  /** A client is about to send a command. */
  void invoked(Op op) {
    switch (op.command()) {
      case Command.Update update -> {
        var quiet = new ArrayList<Long>();
        for (Element element : update.elements()) {
          invoked(op, element, quiet);
        }
        if (quiet.size() > 1 && !together.contains(quiet)) {
          together.add(quiet);
        }
      }
      case Command.GiveBack(long lease, var tasks) ->
          tasks.forEach(
              task -> leases.mayEnd(leases.tokenOf(task.queue(), task.pid(), lease), op.caller()));
      case Command.RenewAll _ -> leases.allMayEnd(op.caller());
      default -> {}
    }
  }

  private void invoked(Op op, Element element, List<Long> quiet) {
    switch (element) {
      case Element.Enqueue enqueue -> {
        OptionalLong token = tokenOrNone(enqueue.data());
        if (token.isPresent()) {
          entries.computeIfAbsent(token.getAsLong(), t -> new LedgerEntry(t, enqueue.queue()));
          if (Vocabulary.isQuiet(enqueue.queue())) {
            quiet.add(token.getAsLong());
          }
        }
      }
      case Element.EnqueueAll all -> singly(all).forEach(enqueue -> invoked(op, enqueue, quiet));
      case Element.Dequeue(var queue, var pid, long lease) -> {
        LedgerEntry entry = leased(queue, pid, lease);
        if (entry != null) {
          entry.removals.add(op.caller());
        }
      }
      case Element.Renew(var queue, var pid, long lease, _) ->
          leases.mayEnd(leases.tokenOf(queue, pid, lease), op.caller());
      case Element.Release release ->
          leases.mayEnd(
              leases.tokenOf(release.queue(), release.pid(), release.lease()), op.caller());
      case Element.Move _, Element.Expect _ -> {}
    }
  }

  private static List<Element> singly(Element.EnqueueAll all) {
    return all.data().stream()
        .<Element>map(data -> Element.Enqueue.of(all.queue(), null, data))
        .toList();
  }

  /** Data that no workload would accept back isn't followed. */
  private static OptionalLong tokenOrNone(Payload data) {
    try {
      return Token.of(data);
    } catch (Violation _) {
      return OptionalLong.empty();
    }
  }

  private @Nullable LedgerEntry leased(QueueName queue, Pid pid, long lease) {
    OptionalLong token = leases.tokenOf(queue, pid, lease);
    return token.isPresent() ? entries.get(token.getAsLong()) : null;
  }

  /** A client got an answer; {@code now} is the number of the last command sent. */
  void answered(Op op, Answer answer, long now) {
    switch (answer.reply()) {
      case Reply.Updated(var results) -> updated(op, answer, results, now);
      case Reply.Failed(var problem) -> failed(op, problem.code());
      case Reply.Granted(var tasks) -> {
        for (var leased : tasks) {
          seen(op, leased.task());
        }
        leases.granted(op, answer, tasks);
      }
      case Reply.RenewedAll _ -> {
        // Answers that leave early overtake those of commands that were executed before.
        if (op.durability() == Durability.FSYNC) {
          leases.swept(op.caller());
        }
      }
      case Reply.Found(_, var task) -> seen(op, task);
      case Reply.Peeked(_, var tasks, _) -> tasks.forEach(task -> seen(op, task));
      default -> {}
    }
  }

  private void seen(Op op, Task task) {
    OptionalLong token = Token.of(task.data());
    if (token.isEmpty()) {
      return;
    }
    LedgerEntry entry = entries.get(token.getAsLong());
    if (entry == null || entry.fate == Fate.NEVER) {
      throw new Violation(
          "D3", "token %d was never enqueued and was seen by %s".formatted(token.getAsLong(), op));
    }
    if (entry.fate == Fate.GONE && op.caller() > entry.goneAt) {
      throw new Violation("D4", "%s was dequeued and was seen again by %s".formatted(entry, op));
    }
  }

  private void updated(Op op, Answer answer, List<ElementResult> results, long now) {
    var elements = ((Command.Update) op.command()).elements();
    for (int i = 0; i < elements.size(); i++) {
      switch (elements.get(i)) {
        case Element.Enqueue enqueue -> enqueued(op, answer, enqueue.data(), results.get(i));
        case Element.EnqueueAll(_, var all) -> {
          for (Payload data : all) {
            enqueued(op, answer, data, results.get(i));
          }
        }
        case Element.Dequeue(var queue, var pid, long lease) -> {
          leases.completed(leases.tokenOf(queue, pid, lease), lease, answer.ticket(), op);
          LedgerEntry entry = leased(queue, pid, lease);
          if (entry != null) {
            dequeued(op, entry, now);
          }
        }
        case Element.Renew renew -> renewed(op, answer, renew, results.get(i));
        case Element.Release _, Element.Move _, Element.Expect _ -> {}
      }
    }
  }

  private void enqueued(Op op, Answer answer, Payload data, ElementResult result) {
    if (Token.isBaton(data)) {
      batonsPlaced |= op.durability() == Durability.FSYNC;
      return;
    }
    OptionalLong token = tokenOrNone(data);
    LedgerEntry entry = token.isPresent() ? entries.get(token.getAsLong()) : null;
    if (entry == null) {
      return;
    }
    switch (result) {
      case ElementResult.Created _,
          ElementResult.CreatedAll _,
          ElementResult.Replaced _,
          ElementResult.RunsAgain _ ->
          entry.present(op.slot(), answer.ticket(), op.durability() == Durability.FSYNC);
      default -> entry.never(op.durability() == Durability.FSYNC || op.request().isEmpty());
    }
  }

  private static void dequeued(Op op, LedgerEntry entry, long now) {
    boolean repeated = op.request().isPresent();
    if (entry.fate == Fate.GONE && op.caller() > entry.goneAt && !repeated) {
      throw new Violation("D4", "%s was dequeued twice, last by %s".formatted(entry, op));
    }
    if (op.durability() == Durability.FSYNC) {
      entry.gone(now);
    }
  }

  private void renewed(Op op, Answer answer, Element.Renew renew, ElementResult result) {
    OptionalLong token = leases.tokenOf(renew.queue(), renew.pid(), renew.lease());
    leases.completed(token, renew.lease(), answer.ticket(), op);
    if (result instanceof ElementResult.Renewed(_, long until)
        && op.durability() == Durability.FSYNC) {
      leases.renewed(token, renew.lease(), until, op.caller());
    }
  }

  /**
   * Nothing changed; a request that wasn't even executed may be sent again, and then says nothing.
   */
  private void failed(Op op, ErrorCode code) {
    if (!(op.command() instanceof Command.Update update) || code == ErrorCode.REQUEST_TOO_OLD) {
      return;
    }
    boolean executed =
        switch (code) {
          case DISK_FULL, OVERLOADED, DEADLINE_PASSED, STOPPING -> false;
          default -> true;
        };
    for (Element element : update.elements()) {
      switch (element) {
        case Element.Enqueue enqueue -> refused(op, enqueue.data(), executed);
        case Element.EnqueueAll(_, var all) -> all.forEach(data -> refused(op, data, executed));
        case Element.Dequeue(var queue, var pid, long lease) -> {
          LedgerEntry entry = leased(queue, pid, lease);
          if (entry != null) {
            entry.removals.remove(op.caller());
          }
        }
        case Element.Renew(var queue, var pid, long lease, _) ->
            leases.goesOn(leases.tokenOf(queue, pid, lease), op.caller());
        case Element.Release release ->
            leases.goesOn(
                leases.tokenOf(release.queue(), release.pid(), release.lease()), op.caller());
        case Element.Move _, Element.Expect _ -> {}
      }
    }
  }

  private void refused(Op op, Payload data, boolean executed) {
    OptionalLong token = tokenOrNone(data);
    LedgerEntry entry = token.isPresent() ? entries.get(token.getAsLong()) : null;
    if (entry != null && (executed || op.request().isEmpty())) {
      entry.never(op.durability() == Durability.FSYNC || op.request().isEmpty());
    }
  }

  /** These were in a queue when it was deleted. */
  void deleted(List<Payload> tasks, long now) {
    for (Payload data : tasks) {
      OptionalLong token = tokenOrNone(data);
      LedgerEntry entry = token.isPresent() ? entries.get(token.getAsLong()) : null;
      if (entry != null) {
        entry.gone(now);
      }
    }
  }

  /** After a crash a slot has everything up to a ticket, and nothing later. */
  void recovered(int slot, long ticket) {
    entries.values().forEach(entry -> entry.recovered(slot, ticket));
    leases.recovered(slot, ticket);
  }

  /** Looks at all tasks that there are. */
  void scan(List<Reply.Peeked> queues, long now) {
    var counted = new TreeMap<Long, Integer>();
    var batons = new TreeMap<String, Integer>();
    var look = new Op(now + 1, 0, new Command.GetPolicies(), Durability.FSYNC, Long.MAX_VALUE);
    for (var queue : queues) {
      for (Task task : queue.tasks()) {
        seen(look, task);
        count(task.data(), counted, batons);
        if (task.again() != null) {
          count(task.again(), counted, batons);
        }
      }
    }
    counted.forEach(
        (token, times) -> {
          if (times > 1) {
            throw new Violation("U1", "%s is there %d times".formatted(entries.get(token), times));
          }
        });
    checkNothingLost(counted);
    checkTogether(counted);
    checkBatons(batons);
  }

  private static void count(Payload data, Map<Long, Integer> counted, Map<String, Integer> batons) {
    if (Token.isBaton(data)) {
      batons.merge(new String(data.bytes(), StandardCharsets.UTF_8), 1, Integer::sum);
    } else {
      Token.of(data).ifPresent(token -> counted.merge(token, 1, Integer::sum));
    }
  }

  private void checkNothingLost(Map<Long, Integer> counted) {
    for (LedgerEntry entry : entries.values()) {
      if (entry.mustBeThere() && !counted.containsKey(entry.token)) {
        throw new Violation("D1", "%s is lost".formatted(entry));
      }
    }
  }

  private void checkTogether(Map<Long, Integer> counted) {
    for (List<Long> tokens : together) {
      long there = tokens.stream().filter(counted::containsKey).count();
      boolean taken = tokens.stream().anyMatch(this::mayBeTaken);
      if (there > 0 && there < tokens.size() && !taken) {
        throw new Violation(
            "A1", "one update enqueued %s, and only %d of them are there".formatted(tokens, there));
      }
    }
  }

  private boolean mayBeTaken(long token) {
    LedgerEntry entry = entries.get(token);
    return entry != null && !entry.removals.isEmpty();
  }

  private void checkBatons(Map<String, Integer> batons) {
    for (int number = 0; number < Vocabulary.BATONS && batonsPlaced; number++) {
      int times =
          batons.getOrDefault(new String(Token.baton(number).bytes(), StandardCharsets.UTF_8), 0);
      if (times != 1) {
        throw new Violation("A3", "baton %d is there %d times".formatted(number, times));
      }
    }
  }
}
