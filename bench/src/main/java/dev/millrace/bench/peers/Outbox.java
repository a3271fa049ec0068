package dev.millrace.bench.peers;

import java.util.concurrent.Executor;

/**
 * What callers have to send over a connection. The thread of the connection takes all that is there
 * when it comes to it: a lone message leaves at once, and what callers ask who got their answers
 * together goes out together.
 */
final class Outbox {
  private final Executor loop;
  private final Sink sink;
  private Output filling = new Output(64 << 10);
  private Output sending = new Output(64 << 10);

  /**
   * @param loop runs one thing after the other
   */
  Outbox(Executor loop, Sink sink) {
    this.loop = loop;
    this.sink = sink;
  }

  /** Where the bytes go; it doesn't keep the array. */
  interface Sink {
    void send(byte[] bytes, int length);
  }

  /**
   * Adds a message.
   *
   * @param before runs before the message is sent, in the order of messages
   */
  void add(Output message, Runnable before) {
    boolean isFirst;
    synchronized (this) {
      before.run();
      isFirst = filling.length() == 0;
      filling.bytes(message.array(), message.length());
    }
    if (isFirst) {
      loop.execute(this::send);
    }
  }

  private void send() {
    synchronized (this) {
      Output swapped = sending;
      sending = filling;
      filling = swapped;
    }
    sink.send(sending.array(), sending.length());
    sending.clear();
  }
}
