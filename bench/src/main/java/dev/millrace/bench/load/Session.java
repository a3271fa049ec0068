package dev.millrace.bench.load;

import com.google.protobuf.ByteString;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What one caller can do, one thing at a time. A future completes when the server has acknowledged,
 * mostly on the thread that brings the replies: what is chained to it must not block.
 */
public interface Session {
  /**
   * Adds so many tasks at the end of the queue with one call, or what comes nearest to that.
   *
   * @return how many were added
   */
  CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks);

  /**
   * Leases up to so many tasks, then completes those that came: two calls, the second only after
   * the reply to the first.
   *
   * @param worker gets the data of each task before they are completed, in the order of the queue
   * @return how many were completed; 0 when the queue was empty
   */
  CompletableFuture<Integer> leaseAndComplete(
      String queue, int tasksMax, Consumer<ByteString> worker);
}
