package dev.millrace.bench.load;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * What callers do, over and over.
 *
 * @param enqueuing what a caller that produces does each time
 */
public record Job(String name, Roles roles, Enqueuing enqueuing) {
  /** Adds tasks at the end of the caller's queue. */
  public static final Job FIFO = enqueuing("fifo-enqueue", Session::enqueue);

  /** Adds tasks under PIDs that nobody else has. Needs a {@link PrioritySession}. */
  public static final Job ENQUEUE =
      enqueuing(
          "enqueue",
          (session, queue, data, tasks) ->
              ((PrioritySession) session)
                  .enqueue(queue, Stream.generate(Job::uniquePid).limit(tasks).toList(), data));

  /** Leases tasks and completes them, from the stock that {@link Cell#stock} asks for. */
  public static final Job COMPLETE = new Job("lease+complete", Roles.CONSUME, Session::enqueue);

  /**
   * Half of the callers of each queue add at its end, half lease and complete. What counts is what
   * was completed. Producers wait while a queue is full, consumers while it is empty, so that the
   * backlog stays small and no call is in vain.
   */
  public static final Job BALANCED = new Job("balanced", Roles.BOTH, Session::enqueue);

  /** All callers produce, in this way. */
  public static Job enqueuing(String name, Enqueuing enqueuing) {
    return new Job(name, Roles.PRODUCE, enqueuing);
  }

  /** A PID that is unique for all that matters, at a random place of the queue. */
  public static byte[] uniquePid() {
    var random = ThreadLocalRandom.current();
    return ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(random.nextLong()).array();
  }

  boolean isConsumer(int round) {
    return switch (roles) {
      case PRODUCE -> false;
      case CONSUME -> true;
      case BOTH -> round % 2 == 1;
    };
  }

  /** Who produces. */
  public enum Roles {
    PRODUCE,
    CONSUME,
    BOTH
  }

  /** One call that adds tasks. */
  @FunctionalInterface
  public interface Enqueuing {
    CompletableFuture<Integer> enqueue(Session session, String queue, byte[] data, int tasks);
  }
}
