package dev.millrace.simulation;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who was granted which task, by its {@link Token}, from answers alone: rules L1, L3 and L4 of
 * docs/promises.md, and that lease numbers are never used twice.
 */
final class LeaseLedger {
  private record Key(QueueName queue, Pid pid, long lease) {}

  /** A grant that a client knows of. */
  private static final class Grant {
    final int slot;
    final long lease;
    long untilMillis;

    /** Commands that may have ended the lease, or let it end earlier. */
    final TreeSet<Long> doubts = new TreeSet<>();

    Grant(int slot, long lease, long untilMillis) {
      this.slot = slot;
      this.lease = lease;
      this.untilMillis = untilMillis;
    }
  }

  /** A lease of a task that has been. */
  private record Granted(int slot, long lease) {}

  /** Something that was done with a lease. */
  private record Effect(long lease, long ticket, Op op) {}

  /** Who was given a lease number: the command, and its request if it can be repeated. */
  private record Owner(long caller, Optional<RequestId> request) {}

  /** Commands on their way that may let any lease end early. */
  private final TreeSet<Long> sweeping = new TreeSet<>();

  private final Map<Key, Long> tokens = new HashMap<>();
  private final TreeMap<Long, Grant> current = new TreeMap<>();
  private final Map<Long, List<Effect>> effects = new HashMap<>();
  private final Map<Long, List<Granted>> grantsOf = new HashMap<>();
  private final Map<Integer, TreeMap<Long, Owner>> owners = new HashMap<>();

  OptionalLong tokenOf(QueueName queue, Pid pid, long lease) {
    Long token = lease == Task.NO_LEASE ? null : tokens.get(new Key(queue, pid, lease));
    return token == null ? OptionalLong.empty() : OptionalLong.of(token);
  }

  void granted(Op op, Answer answer, List<LeasedTask> tasks) {
    for (LeasedTask leased : tasks) {
      Task task = leased.task();
      checkNumber(op, answer, task);
      OptionalLong found = Token.of(task.data());
      if (found.isEmpty()) {
        continue;
      }
      long token = found.getAsLong();
      tokens.put(new Key(leased.queue(), task.pid(), task.lease()), token);
      grantsOf
          .computeIfAbsent(token, _ -> new ArrayList<>())
          .add(new Granted(op.slot(), task.lease()));
      for (Effect effect : effects.getOrDefault(token, List.of())) {
        checkFenced(token, effect, task.lease());
      }
      if (Vocabulary.isQuiet(leased.queue())) {
        checkExclusive(op, token, task);
      }
    }
  }

  private void checkNumber(Op op, Answer answer, Task task) {
    boolean repeated = op.request().isPresent() && task.lease() < answer.ticket();
    if (task.lease() != answer.ticket() && !repeated) {
      throw new Violation(
          "L3", "lease %d was given by ticket %d".formatted(task.lease(), answer.ticket()));
    }
    var owner = new Owner(op.caller(), op.request());
    Owner before =
        owners.computeIfAbsent(op.slot(), _ -> new TreeMap<>()).putIfAbsent(task.lease(), owner);
    boolean same =
        before == null
            || before.caller == op.caller()
            || (before.request.isPresent() && before.request.equals(op.request()));
    if (!same) {
      throw new Violation(
          "L3", "lease %d was given to %s and to %s".formatted(task.lease(), before, owner));
    }
  }

  private void checkExclusive(Op op, long token, Task task) {
    if (!(task.state() instanceof Leased(_, long since, long until))) {
      throw new Violation("L1", "%s was granted a task that isn't leased: %s".formatted(op, task));
    }
    Grant before = current.get(token);
    if (before != null && before.lease == task.lease()) {
      return;
    }
    if (before != null
        && before.lease < task.lease()
        && before.doubts.isEmpty()
        && since < before.untilMillis) {
      throw new Violation(
          "L1",
          "token %d was leased as %d until %d and as %d from %d on"
              .formatted(token, before.lease, before.untilMillis, task.lease(), since));
    }
    if (before == null || before.lease < task.lease()) {
      var grant = new Grant(op.slot(), task.lease(), until);
      grant.doubts.addAll(sweeping);
      current.put(token, grant);
    }
  }

  /**
   * A renewal or dequeue with a lease succeeded: nobody else may have been granted the task in
   * between.
   */
  void completed(OptionalLong token, long lease, long ticket, Op op) {
    if (token.isEmpty() || op.request().isPresent()) {
      return; // a repeated request is answered with an older ticket's outcome
    }
    var effect = new Effect(lease, ticket, op);
    effects.computeIfAbsent(token.getAsLong(), _ -> new ArrayList<>()).add(effect);
    for (Granted other : grantsOf.getOrDefault(token.getAsLong(), List.of())) {
      checkFenced(token.getAsLong(), effect, other.lease);
    }
  }

  private static void checkFenced(long token, Effect effect, long grant) {
    if (effect.lease < grant && grant < effect.ticket) {
      throw new Violation(
          "L3",
          "token %d: lease %d was superseded by %d and still did %s"
              .formatted(token, effect.lease, grant, effect.op));
    }
  }

  void renewed(OptionalLong token, long lease, long untilMillis, long caller) {
    Grant grant = token.isPresent() ? current.get(token.getAsLong()) : null;
    if (grant != null && grant.lease == lease) {
      grant.untilMillis = untilMillis;
      grant.doubts.remove(caller);
    }
  }

  /** From now on the lease may have ended early, by this command. */
  void mayEnd(OptionalLong token, long caller) {
    Grant grant = token.isPresent() ? current.get(token.getAsLong()) : null;
    if (grant != null) {
      grant.doubts.add(caller);
    }
  }

  /** That command has failed. */
  void goesOn(OptionalLong token, long caller) {
    Grant grant = token.isPresent() ? current.get(token.getAsLong()) : null;
    if (grant != null) {
      grant.doubts.remove(caller);
    }
  }

  /** A command may let any lease end early, also one whose grant is still on its way. */
  void allMayEnd(long caller) {
    current.values().forEach(grant -> grant.doubts.add(caller));
    sweeping.add(caller);
  }

  /** Such a command was answered. */
  void swept(long caller) {
    sweeping.remove(caller);
  }

  /** Grants that were lost in a crash have never been; their numbers stay used all the same. */
  void recovered(int slot, long upToTicket) {
    sweeping.clear();
    current.values().removeIf(grant -> grant.slot == slot && grant.lease > upToTicket);
    grantsOf
        .values()
        .forEach(
            grants -> grants.removeIf(grant -> grant.slot == slot && grant.lease > upToTicket));
    effects
        .values()
        .forEach(
            all -> all.removeIf(effect -> effect.op.slot() == slot && effect.ticket > upToTicket));
  }
}
