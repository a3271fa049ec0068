package dev.millrace.bench.load;

import java.util.List;
import java.util.concurrent.ExecutionException;

/** Puts tasks into some queues before a cell begins. */
final class FillLoop implements Runnable {
  private final Session session;
  private final List<Share> shares;
  private final long tasks;
  private final int batch;
  private final byte[] data;
  private final long deadline;
  private final Ticker ticker;
  private final Tally tally;

  /**
   * @param tasks for each queue
   */
  FillLoop(
      Session session,
      List<Share> shares,
      long tasks,
      int batch,
      byte[] data,
      long deadline,
      Ticker ticker,
      Tally tally) {
    this.session = session;
    this.shares = List.copyOf(shares);
    this.tasks = tasks;
    this.batch = batch;
    this.data = data;
    this.deadline = deadline;
    this.ticker = ticker;
    this.tally = tally;
  }

  /** A queue, and what its callers know of it. */
  record Share(String queue, Stock stock) {}

  static Thread start(FillLoop loop) {
    return Thread.ofVirtual().name("filler").start(loop);
  }

  @Override
  public void run() {
    try {
      for (long done = 0; done < tasks && ticker.nanos() - deadline < 0; done += batch) {
        int some = (int) Math.min(batch, tasks - done);
        for (Share share : shares) {
          var _ = session.enqueue(share.queue, data, some).get();
          share.stock.fill(some);
        }
      }
    } catch (ExecutionException e) {
      tally.fail(e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      tally.fail("interrupted");
    }
  }
}
