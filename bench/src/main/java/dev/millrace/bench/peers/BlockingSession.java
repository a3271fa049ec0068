package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** A session of a driver that waits for replies. Used by one thread at a time. */
interface BlockingSession {
  /** As {@link Session#enqueue}. */
  void enqueue(String queue, byte[] data, int tasks) throws IOException, InterruptedException;

  /** As {@link Session#leaseAndComplete}. */
  int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
      throws IOException, InterruptedException;

  /** The same, each call on a virtual thread. */
  default Session onThreads() {
    return new Session() {
      @Override
      public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
        return onThread(
            () -> {
              BlockingSession.this.enqueue(queue, data, tasks);
              return tasks;
            });
      }

      @Override
      public CompletableFuture<Integer> leaseAndComplete(
          String queue, int tasksMax, Consumer<ByteString> worker) {
        return onThread(() -> BlockingSession.this.leaseAndComplete(queue, tasksMax, worker));
      }
    };
  }

  private static CompletableFuture<Integer> onThread(Callable<Integer> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        DriverLoop::onThread);
  }
}
