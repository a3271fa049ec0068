package dev.millrace.bench.peers;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends what many callers add, as much of it at once as there is.
 *
 * <p>Its thread is a virtual one like those of the callers, and lets those go first that are ready
 * now: their messages go out together, and nobody waits for a clock. A single caller sends by
 * itself.
 */
final class SendLoop implements AutoCloseable {
  private final Sink sink;
  private final Thread thread;
  private Output filling = new Output(64 << 10);
  private Output sending = new Output(64 << 10);
  private int callers;
  private boolean idle;
  private boolean closed;
  private @Nullable IOException failure;

  SendLoop(String name, Sink sink) {
    this.sink = sink;
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  /** Where the bytes go; called by one thread at a time. */
  interface Sink {
    void send(byte[] bytes, int length) throws IOException;
  }

  /** One more who will add messages. */
  synchronized void addCaller() {
    callers++;
  }

  /**
   * Adds a message.
   *
   * @param before runs before the message is sent, in the order of messages
   */
  void add(Output message, Runnable before) throws IOException {
    synchronized (this) {
      if (failure != null) {
        throw new IOException("the connection is broken", failure);
      }
      before.run();
      if (callers <= 1 && idle && filling.length() == 0) {
        sink.send(message.array(), message.length());
        return;
      }
      filling.bytes(message.array(), message.length());
      if (!idle) {
        return;
      }
      idle = false;
    }
    LockSupport.unpark(thread);
  }

  private void run() {
    try {
      while (swap()) {
        sink.send(sending.array(), sending.length());
        sending.clear();
      }
    } catch (IOException e) {
      synchronized (this) {
        failure = e;
      }
    }
  }

  /** Waits for messages; false at the end. */
  @SuppressWarnings(
      "ThreadPriorityCheck") // To yield makes messages larger; nothing else rests on it.
  private boolean swap() {
    while (true) {
      synchronized (this) {
        if (closed) {
          return false;
        }
        if (filling.length() > 0) {
          Output swapped = sending;
          sending = filling;
          filling = swapped;
          return true;
        }
        idle = true;
      }
      LockSupport.park(this);
      // Woken by the first of many that have just got their answers: the others go first.
      Thread.yield();
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    LockSupport.unpark(thread);
  }
}
