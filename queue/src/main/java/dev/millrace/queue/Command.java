package dev.millrace.queue;

import dev.millrace.queue.TaskState.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a slot can be told to do. docs/protocol.md gives the meaning of each. */
public sealed interface Command {
  /**
   * All elements or none, in order, each seeing what those before it did; all queues in one group.
   */
  record Update(List<Element> elements, @Nullable RequestId request) implements Command {
    public Update {
      elements = List.copyOf(elements);
      if (elements.isEmpty()) {
        throw QueueException.invalid("the update has no elements");
      }
      String group = elements.getFirst().queue().group();
      for (int i = 0; i < elements.size(); i++) {
        for (QueueName queue : queuesOf(elements.get(i))) {
          if (!queue.group().equals(group)) {
            throw new QueueException(
                new Problem(
                    ErrorCode.INVALID,
                    "an update stays in one consistency group, this one has '%s' and '%s'"
                        .formatted(group, queue.group()),
                    i));
          }
        }
      }
    }

    /** How many elements it counts as. */
    public int size() {
      int size = 0;
      for (Element element : elements) {
        size += element.size();
      }
      return size;
    }

    public static Update of(Element... elements) {
      return new Update(List.of(elements), null);
    }

    private static List<QueueName> queuesOf(Element element) {
      return switch (element) {
        case Element.Move move -> List.of(move.queue(), move.toQueue());
        case Element.Enqueue(var queue, _, _, _, _, var onlyIf) when onlyIf != null ->
            List.of(queue, onlyIf.queue());
        default -> List.of(element.queue());
      };
    }
  }

  /**
   * Leases tasks.
   *
   * @param maxPid only tasks up to and including this PID; none for no bound
   * @param waitMillis how long to wait for the first task when there is none
   */
  record Lease(
      Source source,
      int maxTasks,
      long leaseMillis,
      @Nullable Pid maxPid,
      long waitMillis,
      Holder holder,
      @Nullable RequestId request)
      implements Command {
    public Lease {
      if (maxTasks < 1) {
        throw QueueException.invalid("a lease asks for at least 1 task, not %d", maxTasks);
      }
      Limits.checkLeaseMillis(leaseMillis);
      Limits.checkWaitMillis(waitMillis);
    }
  }

  /** Where a lease takes its tasks from. */
  sealed interface Source {
    /** Strict preference in the order given. */
    record Queues(List<QueueName> queues) implements Source {
      public Queues {
        queues = List.copyOf(queues);
        if (queues.isEmpty()) {
          throw QueueException.invalid("the lease names no queue");
        }
      }
    }

    /** One task from each matching queue in turn, the queue that was served longest ago first. */
    record Matching(NameFilter names) implements Source {}
  }

  /** Ends the wait of a lease whose caller has gone. */
  record Cancel(long caller) implements Command {}

  /**
   * Releases, without counting an attempt, what is still held of a grant that could not be
   * delivered.
   */
  record GiveBack(long lease, List<TaskName> tasks) implements Command {
    public GiveBack {
      tasks = List.copyOf(tasks);
    }
  }

  record Get(QueueName queue, Pid pid) implements Command {}

  /**
   * Shows tasks in PID order.
   *
   * @param after only PIDs greater than this; none to start at {@code from}
   * @param state none for every state
   */
  record Peek(
      QueueName queue,
      Pid from,
      @Nullable Pid after,
      @Nullable Pid max,
      @Nullable Kind state,
      int maxTasks)
      implements Command {}

  /**
   * Shows queues: those that match and hold {@code minTasks} to {@code maxTasks} tasks, sorted.
   *
   * @param after the last queue of the page before; none for the first page
   * @param summed whether the reply has sums over all that match; making them looks at each queue
   */
  record Survey(
      NameFilter names,
      long minTasks,
      long maxTasks,
      QueueOrder order,
      int maxQueues,
      QueueOrder.@Nullable Key after,
      boolean summed)
      implements Command {
    /** With sums. */
    public Survey(
        NameFilter names,
        long minTasks,
        long maxTasks,
        QueueOrder order,
        int maxQueues,
        QueueOrder.@Nullable Key after) {
      this(names, minTasks, maxTasks, order, maxQueues, after, true);
    }
  }

  /**
   * Tells where queues stand: the keys of all that a survey shows, whatever its page.
   *
   * @param survey its order, its sums, and which queues
   */
  record Rank(Survey survey) implements Command {}

  /** Shows queues by name; those that have nothing to show are left out. */
  record Show(List<QueueName> queues) implements Command {
    public Show {
      queues = List.copyOf(queues);
    }
  }

  record DeleteQueue(QueueName queue, @Nullable RequestId request) implements Command {}

  /**
   * Deletes every queue that matches.
   *
   * @param expectedQueues fails unless exactly so many match
   */
  record DeleteMatching(
      NameFilter names, long expectedQueues, boolean dryRun, @Nullable RequestId request)
      implements Command {}

  /** Stops, or starts again, granting leases on a queue. */
  record Pause(QueueName queue, boolean paused) implements Command {}

  /**
   * Renews every unexpired lease of a holder.
   *
   * @param group none for every group
   * @param scope only in queues that the caller may meet
   */
  record RenewAll(String holder, long leaseMillis, @Nullable String group, NameScope scope)
      implements Command {
    public RenewAll {
      Limits.checkLeaseMillis(leaseMillis);
    }

    public RenewAll(String holder, long leaseMillis, @Nullable String group) {
      this(holder, leaseMillis, group, NameScope.ALL);
    }
  }

  record GetPolicies() implements Command {}

  /** Replaces the document if it still has the expected version. */
  record SetPolicies(long expectedVersion, List<Policy> policies) implements Command {
    public SetPolicies {
      policies = new PolicyDocument(expectedVersion, policies).policies();
    }
  }

  /** Takes over a document that was set elsewhere, unless this slot has it or a newer one. */
  record AdoptPolicies(PolicyDocument document) implements Command {}

  /** Does what time has made due: expired leases, elapsed delays, ended waits. */
  record Tick() implements Command {}
}
