package dev.millrace.queue;

import dev.millrace.queue.Start.Now;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of an {@link Command.Update}. A {@code lease} of {@link Task#NO_LEASE} means: in any
 * state, whoever holds it.
 */
public sealed interface Element {
  int REASON_BYTES_MAX = 1024;

  QueueName queue();

  /** As how many it counts where elements are counted, and numbers are given to FIFO PIDs. */
  default int size() {
    return 1;
  }

  /**
   * Puts a task into a queue.
   *
   * @param pid none for the next FIFO PID
   */
  record Enqueue(
      QueueName queue,
      @Nullable Pid pid,
      Payload data,
      Start start,
      OnConflict onConflict,
      @Nullable Condition onlyIf)
      implements Element {

    /** A task that is available at once and collapses with one of the same PID. */
    public static Enqueue of(QueueName queue, @Nullable Pid pid, Payload data) {
      return new Enqueue(queue, pid, data, new Now(), OnConflict.KEEP, null);
    }
  }

  /** Puts tasks into a queue, available at once, each with the next FIFO PID. */
  record EnqueueAll(QueueName queue, List<Payload> data) implements Element {
    public EnqueueAll {
      data = List.copyOf(data);
      if (data.isEmpty()) {
        throw QueueException.invalid("an element that enqueues many tasks has none");
      }
    }

    @Override
    public int size() {
      return data.size();
    }
  }

  /** Takes a task out: done, or without a lease cancelled. */
  record Dequeue(QueueName queue, Pid pid, long lease) implements Element {}

  /** Lets an unexpired lease end {@code leaseMillis} from now. */
  record Renew(QueueName queue, Pid pid, long lease, long leaseMillis) implements Element {
    public Renew {
      Limits.checkLeaseMillis(leaseMillis);
    }
  }

  /**
   * Ends an unexpired lease without completing the task.
   *
   * @param start when the task may be leased again; with {@code failed}, {@link Now} means after
   *     the policy's backoff
   * @param failed counts an attempt
   */
  record Release(QueueName queue, Pid pid, long lease, Start start, boolean failed, String reason)
      implements Element {
    public Release {
      if (Utf8.length(reason) > REASON_BYTES_MAX) {
        throw QueueException.tooLarge("a reason has at most %d bytes", REASON_BYTES_MAX);
      }
    }
  }

  /**
   * Puts a task under another name in the same group, keeping data, attempts and enqueue time.
   *
   * @param toPid none for the next FIFO PID
   * @param start {@link Now} leaves a delayed task delayed and makes any other available
   */
  record Move(
      QueueName queue,
      Pid pid,
      long lease,
      QueueName toQueue,
      @Nullable Pid toPid,
      Start start,
      boolean resetAttempts)
      implements Element {}

  /** Fails the update unless the condition holds. */
  record Expect(Condition condition) implements Element {
    @Override
    public QueueName queue() {
      return condition.queue();
    }
  }
}
