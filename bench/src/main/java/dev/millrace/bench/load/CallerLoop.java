package dev.millrace.bench.load;

import java.io.IOException;
import java.time.Duration;

/** One caller: makes one call after the other until the time is over. */
final class CallerLoop implements Runnable {
  private static final int FAILURES_IN_A_ROW_MAX = 20;
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration SLEEP_MAX = Duration.ofMillis(50);

  private final Cell cell;
  private final Session session;
  private final String queue;
  private final boolean consumer;
  private final byte[] data;
  private final Shared shared;

  private int failuresInARow;

  CallerLoop(
      Cell cell, Session session, String queue, boolean consumer, byte[] data, Shared shared) {
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

  static Thread start(int number, CallerLoop caller) {
    return Thread.ofVirtual().name("caller-" + number).start(caller);
  }

  @Override
  public void run() {
    try {
      boolean goesOn = true;
      while (goesOn && failuresInARow < FAILURES_IN_A_ROW_MAX) {
        long meant = shared.pace.next(shared.ticker.nanos());
        goesOn = !shared.window.isOver(meant) && await(meant) && claim() && call(meant);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      shared.tally.fail("interrupted");
    }
  }

  private boolean await(long meant) throws InterruptedException {
    for (long left = meant - shared.ticker.nanos();
        left > 0 && !shared.window.isOver(meant);
        left = meant - shared.ticker.nanos()) {
      shared.ticker.sleep(Duration.ofNanos(Math.min(left, SLEEP_MAX.toNanos())));
    }
    return !shared.window.isOver(meant);
  }

  /** Waits for those on the other side of the queue; false when there is no more to do. */
  private boolean claim() throws InterruptedException {
    switch (cell.job().roles()) {
      case PRODUCE -> {}
      case CONSUME -> {
        if (!shared.stock.claim(cell.batch())) {
          shared.window.end(shared.ticker.nanos());
          return false;
        }
      }
      case BOTH -> {
        return consumer
            ? shared.stock.awaitTasks(cell.batch())
            : shared.stock.awaitRoom(cell.batch());
      }
    }
    return true;
  }

  private boolean call(long meant) throws InterruptedException {
    // Waiting for the other side isn't the server's time.
    long start = shared.pace.isOpen() ? meant : shared.ticker.nanos();
    int done = 0;
    try {
      done = consumer ? session.leaseAndComplete(queue, cell.batch(), _ -> {}) : produce();
      failuresInARow = 0;
    } catch (IOException | RuntimeException e) {
      shared.tally.fail(e);
      failuresInARow++;
      shared.ticker.sleep(PAUSE);
    }
    long end = shared.ticker.nanos();
    settle(done);
    if (done > 0 && counts() && shared.window.has(shared.pace.isOpen() ? meant : end)) {
      shared.tally.add(done, end - start, end);
    }
    return shared.pace.isOpen() || !shared.window.isOver(end);
  }

  private int produce() throws IOException, InterruptedException {
    cell.job().enqueuing().enqueue(session, queue, data, cell.batch());
    return cell.batch();
  }

  private void settle(int done) {
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
