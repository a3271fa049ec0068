package dev.millrace.bench.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One caller: makes one call after the other until the time is over. It has no thread. Who brings
 * what it waits for, an answer or a task, makes its next call: to wake a thread costs as much as
 * the call, and is paid with CPU that the server shares.
 */
final class Caller {
  private static final int FAILURES_IN_A_ROW_MAX = 20;
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration SLEEP_MAX = Duration.ofMillis(50);

  private final Cell cell;
  private final Session session;
  private final String queue;
  private final boolean consumer;
  private final byte[] data;
  private final Shared shared;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicInteger turns = new AtomicInteger();
  private final Runnable turn = this::turn;
  private final Runnable answered = this::answered;
  private final BiConsumer<@Nullable Integer, @Nullable Throwable> answer = this::answer;

  // Of whoever has the turn.
  private Runnable next = this::begin;
  private long meant;

  /** The time when it was looked at last. That costs something, so it isn't done twice. */
  private long now;

  private long start;
  private int done;
  private @Nullable Throwable failure;
  private int failuresInARow;

  Caller(Cell cell, Session session, String queue, boolean consumer, byte[] data, Shared shared) {
    this.cell = cell;
    this.session = session;
    this.queue = queue;
    this.consumer = consumer;
    this.data = data;
    this.shared = shared;
  }

  /**
   * What callers have in common.
   *
   * @param stock of the caller's queue
   */
  record Shared(Window window, Pace pace, Stock stock, Tally tally, Ticker ticker) {}

  /** Returns when it makes no more calls. */
  CompletableFuture<Void> start() {
    turn();
    return ended;
  }

  /**
   * What it waited for is there. A turn that comes within another one follows it, so that answers
   * that are there at once don't pile up on the stack.
   */
  private void turn() {
    if (turns.getAndIncrement() == 0) {
      do {
        next.run();
      } while (turns.decrementAndGet() > 0);
    }
  }

  private void begin() {
    now = shared.ticker.nanos();
    beginNow();
  }

  private void beginNow() {
    meant = shared.pace.next(now);
    awaitStart();
  }

  private void awaitStart() {
    long left = meant - now;
    if (shared.window.isOver(meant)) {
      ended.complete(null);
    } else if (left > 0) {
      next = this::slept;
      shared.ticker.after(Duration.ofNanos(Math.min(left, SLEEP_MAX.toNanos())), turn);
    } else {
      claim();
    }
  }

  private void slept() {
    now = shared.ticker.nanos();
    awaitStart();
  }

  /** Waits for those on the other side of the queue. */
  private void claim() {
    switch (cell.job().roles()) {
      case PRODUCE -> call();
      case CONSUME -> {
        if (shared.stock.claim(cell.batch())) {
          call();
        } else {
          shared.window.end(now);
          ended.complete(null);
        }
      }
      case BOTH -> {
        next = this::waited;
        boolean isThere =
            consumer
                ? shared.stock.claimTasks(cell.batch(), turn)
                : shared.stock.claimRoom(cell.batch(), turn);
        if (isThere) {
          claimed();
        }
      }
    }
  }

  /** Waiting for the other side isn't the server's time. */
  private void waited() {
    now = shared.ticker.nanos();
    claimed();
  }

  private void claimed() {
    if (shared.stock.isOver()) {
      ended.complete(null);
    } else {
      call();
    }
  }

  private void call() {
    start = shared.pace.isOpen() ? meant : now;
    next = answered;
    var _ = send().whenComplete(answer);
  }

  private CompletableFuture<Integer> send() {
    try {
      return consumer
          ? session.leaseAndComplete(queue, cell.batch(), _ -> {})
          : cell.job().enqueuing().enqueue(session, queue, data, cell.batch());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void answer(@Nullable Integer number, @Nullable Throwable problem) {
    done = number == null ? 0 : number;
    failure = problem;
    turn();
  }

  private void answered() {
    now = shared.ticker.nanos();
    settle();
    if (failure != null) {
      fail(failure);
      return;
    }
    failuresInARow = 0;
    if (done > 0 && counts() && shared.window.has(shared.pace.isOpen() ? meant : now)) {
      shared.tally.add(done, now - start, now);
    }
    if (shared.pace.isOpen() || !shared.window.isOver(now)) {
      beginNow();
    } else {
      ended.complete(null);
    }
  }

  private void fail(Throwable problem) {
    shared.tally.fail(problem instanceof CompletionException e ? e.getCause() : problem);
    failuresInARow++;
    if (failuresInARow < FAILURES_IN_A_ROW_MAX) {
      next = this::begin;
      shared.ticker.after(PAUSE, turn);
    } else {
      ended.complete(null);
    }
  }

  private void settle() {
    if (consumer) {
      shared.stock.taken(cell.batch(), done);
    } else if (cell.job().roles() == Job.Roles.BOTH) {
      // What failed may be there or not; nobody waits for it.
      shared.stock.put(cell.batch(), done);
    }
  }

  /** Where both sides work, what counts is what has come through. */
  private boolean counts() {
    return consumer || cell.job().roles() == Job.Roles.PRODUCE;
  }
}
