package dev.millrace.bench.load;

import java.io.IOException;

/** What one caller can do. Every method returns when the server has acknowledged. */
public interface Session {
  /** Adds so many tasks at the end of the queue with one call, or what comes nearest to that. */
  void enqueue(String queue, byte[] data, int tasks) throws IOException, InterruptedException;

  /**
   * Leases up to so many tasks, then completes those that came: two calls, the second only after
   * the reply to the first.
   *
   * @return how many were completed; 0 when the queue was empty
   */
  int leaseAndComplete(String queue, int tasksMax) throws IOException, InterruptedException;
}
