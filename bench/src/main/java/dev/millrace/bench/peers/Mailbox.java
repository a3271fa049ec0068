package dev.millrace.bench.peers;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What came in for one session, for protocols that say for whom a message is. */
final class Mailbox<M> {
  private static final int WAIT_SECONDS_MAX = 120;

  private final BlockingQueue<M> messages = new LinkedBlockingQueue<>();

  void put(M message) {
    messages.add(message);
  }

  M take() throws IOException, InterruptedException {
    M message = messages.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    if (message == null) {
      throw new IOException("no reply");
    }
    return message;
  }

  /** Waits this long at most. */
  @Nullable M poll(long millis) throws InterruptedException {
    return messages.poll(millis, TimeUnit.MILLISECONDS);
  }
}
