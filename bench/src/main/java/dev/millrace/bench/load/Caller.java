package dev.millrace.bench.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
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

  // Of whoever has the turn.
  private Runnable next = this::begin;
  private long meant;
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
    meant = shared.pace.next(shared.ticker.nanos());
    awaitStart();
  }

  private void awaitStart() {
    long left = meant - shared.ticker.nanos();
    if (shared.window.isOver(meant)) {
      ended.complete(null);
    } else if (left > 0) {
      next = this::awaitStart;
      shared.ticker.after(Duration.ofNanos(Math.min(left, SLEEP_MAX.toNanos())), turn);
    } else {
      claim();
    }
  }

  /** Waits for those on the other side of the queue. */
  private void claim() {
    switch (cell.job().roles()) {
      case PRODUCE -> call();
      case CONSUME -> {
        if (shared.stock.claim(cell.batch())) {
          call();
        } else {
          shared.window.end(shared.ticker.nanos());
          ended.complete(null);
        }
      }
      case BOTH -> {
        next = this::claimed;
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

  private void claimed() {
    if (shared.stock.isOver()) {
      ended.complete(null);
    } else {
      call();
    }
  }

  private void call() {
    // Waiting for the other side isn't the server's time.
    start = shared.pace.isOpen() ? meant : shared.ticker.nanos();
    next = this::answered;
    var _ = send().whenComplete(this::answer);
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
    long end = shared.ticker.nanos();
    settle();
    if (failure != null) {
      fail(failure);
      return;
    }
    failuresInARow = 0;
    if (done > 0 && counts() && shared.window.has(shared.pace.isOpen() ? meant : end)) {
      shared.tally.add(done, end - start, end);
    }
    if (shared.pace.isOpen() || !shared.window.isOver(end)) {
      begin();
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
