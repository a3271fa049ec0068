package dev.millrace.bench.peers;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What came in for one session, for protocols that say for whom a message is. */
final class Mailbox<M> {
  private final BlockingQueue<M> messages = new LinkedBlockingQueue<>();

  void put(M message) {
    messages.add(message);
  }

  /** Waits as long as it takes; the end of a connection is a message too. */
  M take() throws InterruptedException {
    return messages.take();
  }

  /** Waits this long at most. */
  @Nullable M poll(long millis) throws InterruptedException {
    return messages.poll(millis, TimeUnit.MILLISECONDS);
  }
}
