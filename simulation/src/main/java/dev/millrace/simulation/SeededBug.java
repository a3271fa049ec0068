package dev.millrace.simulation;

import dev.millrace.journal.Disk;
import dev.millrace.journal.LyingDisk;
import dev.millrace.journal.LyingDisk.Lie;
import dev.millrace.journal.RecoveryRules;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Change;
import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Need;
import dev.millrace.queue.Position;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Leased;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Mistakes that a queue server could make, each of which the simulator must notice: who tests the
 * tests.
 */
public enum SeededBug implements Seams {
  /** Answers leave when the operating system has the bytes. */
  ACK_BEFORE_SYNC {
    @Override
    public Durability durability(Durability asked) {
      return Durability.OS;
    }
  },

  /** The disk says it has synced a file and has not. */
  SYNC_LIES {
    @Override
    public Disk disk(Disk disk) {
      return new LyingDisk(disk, EnumSet.of(Lie.FILE_SYNC));
    }
  },

  /** New files are never synced into their directory. */
  NO_DIRECTORY_SYNC {
    @Override
    public Disk disk(Disk disk) {
      return new LyingDisk(disk, EnumSet.of(Lie.DIRECTORY_SYNC));
    }
  },

  /** A failed sync is tried again, and believed. */
  SYNC_RETRIED {
    @Override
    public Disk disk(Disk disk) {
      return new RetryingDisk(disk);
    }
  },

  /** Recovery believes every byte. */
  SKIP_CHECKSUMS {
    @Override
    public RecoveryRules recoveryRules() {
      return RecoveryRules.SKIP_CHECKSUMS;
    }
  },

  /** Recovery takes damage in the middle for a torn tail. */
  DAMAGE_AS_TAIL {
    @Override
    public RecoveryRules recoveryRules() {
      return RecoveryRules.DAMAGE_IS_TAIL;
    }
  },

  /** Tickets go on where the journal ends, so that those of lost steps are given again. */
  TICKET_REUSE {
    @Override
    public long incarnation(long incarnation) {
      return 1;
    }
  },

  /** Counters aren't in the record of the task that they count. */
  COUNTER_NOT_IN_RECORD {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return without(steps, change -> change instanceof Change.QueueCounts);
    }
  },

  DEQUEUE_NOT_JOURNALED {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return withoutAndUncounted(steps, change -> change instanceof Change.TaskGone);
    }
  },

  LEASE_NOT_JOURNALED {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return withoutAndUncounted(
          steps, change -> change instanceof Change.TaskChanged(_, _, Leased _, _, _));
    }
  },

  /** A deleted queue comes back with the process. */
  DELETE_NOT_JOURNALED {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return without(steps, change -> change instanceof Change.QueueGone);
    }
  },

  REQUESTS_LOST_ON_RESTART {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return without(steps, change -> change instanceof Change.RequestKept);
    }
  },

  POLICIES_LOST_ON_RESTART {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return without(steps, change -> change instanceof Change.PoliciesPut);
    }
  },

  /** A pause ends with the process. */
  PAUSE_LOST_ON_RESTART {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return steps.stream()
          .map(
              step ->
                  new Journaled(
                      step.ticket(),
                      step.timeMillis(),
                      step.changes().stream().map(this::resumed).toList()))
          .toList();
    }

    private Change resumed(Change change) {
      return change instanceof Change.QueuePut(long id, var name, _)
          ? new Change.QueuePut(id, name, false)
          : change;
    }
  },

  /** The first step that is journaled isn't read. */
  FIRST_STEP_SKIPPED {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      return steps.isEmpty() ? steps : steps.subList(1, steps.size());
    }
  },

  /** Of the last step that was journaled, only the first half is found. */
  TORN_UPDATE {
    @Override
    public List<Journaled> journaled(List<Journaled> steps) {
      if (steps.isEmpty()) {
        return steps;
      }
      var torn = new ArrayList<>(steps);
      Journaled last = torn.removeLast();
      var changes =
          last.changes().stream()
              .filter(change -> !(change instanceof Change.QueueCounts))
              .toList();
      torn.add(
          new Journaled(
              last.ticket(), last.timeMillis(), changes.subList(0, (changes.size() + 1) / 2)));
      return torn;
    }
  },

  /** A lease that others have taken since may still complete the task. */
  SUPERSEDED_LEASE_DEQUEUES {
    @Override
    public Command command(Command sent) {
      return sent instanceof Command.Update(var elements, var request)
          ? new Command.Update(elements.stream().map(this::forced).toList(), request)
          : sent;
    }

    private Element forced(Element element) {
      return element instanceof Element.Dequeue(var queue, var pid, _)
          ? new Element.Dequeue(queue, pid, Task.NO_LEASE)
          : element;
    }
  },

  /** Conditions are ignored: an update goes on where it should fail. */
  EXPECT_IGNORED {
    @Override
    public Command command(Command sent) {
      if (!(sent instanceof Command.Update(var elements, var request)) || elements.size() == 1) {
        return sent;
      }
      var kept = elements.stream().filter(element -> !(element instanceof Element.Expect)).toList();
      return kept.isEmpty() ? sent : new Command.Update(kept, request);
    }
  },

  /** A lease is given to the next a millisecond early. */
  EARLY_RELEASE {
    @Override
    public long nowMillis(Command command, long nowMillis, long wallMillis) {
      return command instanceof Command.Lease ? nowMillis + 1 : nowMillis;
    }
  },

  /** Leases run on the wall clock. */
  CLOCK_FROM_WALL {
    @Override
    public long nowMillis(Command command, long nowMillis, long wallMillis) {
      return wallMillis;
    }
  },

  /** The bound on the PID is forgotten. */
  MAX_PID_IGNORED {
    @Override
    public Command command(Command sent) {
      return sent instanceof Command.Lease lease
          ? new Command.Lease(
              lease.source(),
              lease.maxTasks(),
              lease.leaseMillis(),
              null,
              lease.waitMillis(),
              lease.holder(),
              lease.request())
          : sent;
    }
  },

  /** A read of what memory lacks begins behind the first PID that it lacks. */
  FIRST_MISSING_PID_OFF_BY_ONE {
    @Override
    public Answered supply(Reads.Read read, long released) {
      return StoreBugs.refill(
          read,
          (need, found) ->
              isFirst(need, found) && (found.tasks().size() > 1 || found.isComplete())
                  ? new Finding.Tasks(
                      found.tasks().subList(1, found.tasks().size()), found.isComplete())
                  : found);
    }

    private boolean isFirst(Need.AvailableTasks need, Finding.Tasks found) {
      return !found.tasks().isEmpty()
          && need.from().equals(Position.before(found.tasks().getFirst().pid()));
    }
  },

  /** What was dropped lies between what is in memory and what is read, and is forgotten. */
  EVICTION_LOSES_THE_GAP {
    @Override
    public Answered supply(Reads.Read read, long released) {
      return StoreBugs.refill(
          read,
          (_, found) ->
              found.tasks().isEmpty()
                  ? found
                  : new Finding.Tasks(List.of(found.tasks().getLast()), found.isComplete()));
    }
  },

  /** What is read of a queue's head lacks the tasks that came last, and is taken for all. */
  REFILL_RACES_ENQUEUE {
    @Override
    public Store store(SimulatedStore store) {
      return new StoreBugs.RememberingStore(store);
    }

    @Override
    public Snapshot snapshot(Store store, List<Asked> asked) {
      return store instanceof StoreBugs.RememberingStore remembering
              && asked.stream().allMatch(StoreBugs::isRefill)
          ? remembering.past()
          : store.snapshot();
    }
  },

  /** Changes are let go although somebody still reads from the store as it was before. */
  LAYER_DROPPED_UNDER_OPEN_READ {
    @Override
    public Answered supply(Reads.Read read, long released) {
      return StoreBugs.asNewAs(read, released);
    }
  },

  /** The journal gives up what the store has only in its memory. */
  TRIMMED_TO_APPLIED {
    @Override
    public Store store(SimulatedStore store) {
      return StoreBugs.flushedWhenApplied(store);
    }
  },

  /** What deletes the tasks of a queue that is gone deletes those of the next one too. */
  REAPER_DELETES_CURRENT_GENERATION {
    @Override
    public Store store(SimulatedStore store) {
      return StoreBugs.reapingTheNext(store);
    }
  },

  /** The store keeps the counters that a queue had at first. */
  COUNTERS_NOT_IN_LAYER {
    @Override
    public Store store(SimulatedStore store) {
      return StoreBugs.queues(
          store,
          (next, before) ->
              new StoredQueue(
                  next.id(),
                  next.name(),
                  next.paused(),
                  before.orElse(next).counts(),
                  next.head(),
                  next.headMillis()));
    }
  },

  /** A queue is taken for whole in memory although the store has more of it. */
  EMPTY_QUEUE_MARK_STALE {
    @Override
    public Answered supply(Reads.Read read, long released) {
      return StoreBugs.refill(read, (_, found) -> new Finding.Tasks(found.tasks(), true));
    }
  },

  /** The place before which a queue has no available task lies behind its first. */
  WATERMARK_AHEAD {
    @Override
    public Store store(SimulatedStore store) {
      return StoreBugs.queues(
          store,
          (next, _) ->
              new StoredQueue(
                  next.id(),
                  next.name(),
                  next.paused(),
                  next.counts(),
                  Position.behind(next.head().pid()),
                  next.headMillis()));
    }
  },

  DEADLINE_LOST_AT_CHECKPOINT {
    @Override
    public Store store(SimulatedStore store) {
      return StoreBugs.withoutDeadlines(store);
    }
  };

  private static List<Journaled> without(List<Journaled> steps, Predicate<Change> lost) {
    return steps.stream()
        .map(
            step ->
                new Journaled(
                    step.ticket(),
                    step.timeMillis(),
                    step.changes().stream().filter(lost.negate()).toList()))
        .toList();
  }

  /**
   * Also leaves out the counters of steps that lose something, which would give it away at once.
   */
  private static List<Journaled> withoutAndUncounted(
      List<Journaled> steps, Predicate<Change> lost) {
    return steps.stream()
        .map(
            step ->
                step.changes().stream().anyMatch(lost)
                    ? without(
                            List.of(step), lost.or(change -> change instanceof Change.QueueCounts))
                        .getFirst()
                    : step)
        .toList();
  }
}
