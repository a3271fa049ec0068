package dev.millrace.bench.load;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.function.Consumer;

/** What one caller can do. Every method returns when the server has acknowledged. */
public interface Session {
  /** Adds so many tasks at the end of the queue with one call, or what comes nearest to that. */
  void enqueue(String queue, byte[] data, int tasks) throws IOException, InterruptedException;

  /**
   * Leases up to so many tasks, then completes those that came: two calls, the second only after
   * the reply to the first.
   *
   * @param worker gets the data of each task before they are completed, in the order of the queue
   * @return how many were completed; 0 when the queue was empty
   */
  int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
      throws IOException, InterruptedException;
}
