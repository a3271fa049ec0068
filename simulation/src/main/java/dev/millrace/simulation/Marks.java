package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often each thing happened that has to happen now and then: a simulator that never fills the
 * disk has not tested a full disk.
 */
final class Marks {
  /** What every campaign has to come across, if it isn't too short. */
  static final List<String> REQUIRED = required();

  private final TreeMap<String, Long> counts = new TreeMap<>();

  private static List<String> required() {
    var names = new ArrayList<String>();
    for (Class<?> result : ElementResult.class.getPermittedSubclasses()) {
      names.add("element." + result.getSimpleName());
    }
    for (Class<?> reply : Reply.class.getPermittedSubclasses()) {
      names.add("reply." + reply.getSimpleName());
    }
    for (Class<?> command : Command.class.getPermittedSubclasses()) {
      names.add("command." + command.getSimpleName());
    }
    names.remove("command.Tick");
    names.remove("command.Cancel");
    names.remove("command.AdoptPolicies");
    names.addAll(
        List.of(
            "failed.INVALID",
            "failed.NOT_FOUND",
            "failed.ALREADY_EXISTS",
            "failed.LEASE_LOST",
            "failed.CONDITION_FAILED",
            "failed.QUEUE_FULL",
            "failed.TOO_LARGE",
            "failed.CONFLICT",
            "failed.REQUEST_TOO_OLD",
            "failed.DISK_FULL",
            "failed.OVERLOADED",
            "failed.DEADLINE_PASSED",
            "failed.SUPERSEDED",
            "outcome.unknown",
            "crash.PROCESS",
            "crash.LOSE_UNSYNCED",
            "crash.KEEP_UNSYNCED",
            "crash.KEEP_PREFIX",
            "crash.KEEP_SOME",
            "crash.in recovery",
            "crash.in a call",
            "crash.between calls",
            "crash.lost steps",
            "disk.failed once",
            "disk.failed for good",
            "disk.full",
            "disk.full, and updated",
            "disk.room again",
            "damage.refused",
            "damage.harmless",
            "restart.clean",
            "clock.forward",
            "clock.back",
            "wait.served",
            "wait.ended",
            "wait.cancelled",
            "lease.several queues",
            "lease.late dequeue",
            "expiry.lease",
            "expiry.delay",
            "expiry.dead letter",
            "expiry.dead letter with FIFO PID",
            "queue.forgotten",
            "policies.adopted",
            "policies.adopted late",
            "request.repeated",
            "request.repeated after a crash",
            "commit.several batches",
            "commit.not synced",
            "park.Update",
            "park.Lease",
            "park.Get",
            "park.GiveBack",
            "park.Peek",
            "park.Survey",
            "park.RenewAll",
            "park.again Update",
            "park.again Lease",
            "park.again Peek",
            "park.again RenewAll",
            "park.behind another",
            "park.cancelled",
            "read.AvailableTasks",
            "read.AnyTasks",
            "read.OneTask",
            "read.NextDeadlines",
            "read.LeasesOf",
            "read.stale",
            "refill.again",
            "refill.overtaken by an enqueue",
            "refill.overtaken by a dequeue",
            "refill.overtaken by a delete",
            "refill.overtaken by a checkpoint",
            "deadlines.horizon moved back",
            "expiry.after a read",
            "wait.served by a read",
            "lease.before what is due",
            "freeze.second layer",
            "overlay.full",
            "store.full",
            "store.failed",
            "store.failed in recovery",
            "journal.too long",
            "journal.trimmed",
            "crash.between freeze and apply",
            "crash.between apply and flush",
            "crash.between delete and reap",
            "recovery.beyond the store",
            "recovery.checkpoints on the way"));
    return List.copyOf(names);
  }

  void hit(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  void add(Marks other) {
    other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
  }

  long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  List<String> missed() {
    return REQUIRED.stream().filter(name -> !counts.containsKey(name)).toList();
  }

  Map<String, Long> counts() {
    return counts;
  }

  /** Notes what an answer shows. */
  void answered(Op op, Reply reply) {
    hit("command." + op.command().getClass().getSimpleName());
    hit("reply." + reply.getClass().getSimpleName());
    switch (reply) {
      case Reply.Updated(var results) ->
          results.forEach(result -> hit("element." + result.getClass().getSimpleName()));
      case Reply.Failed(var problem) -> hit("failed." + problem.code());
      case Reply.Granted(var tasks) -> {
        if (tasks.stream().map(Reply.LeasedTask::queue).distinct().count() > 1) {
          hit("lease.several queues");
        }
      }
      default -> {}
    }
  }
}
