package dev.millrace.bench.peers;

import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;

/**
 * What callers have to send over a connection. The thread of the connection takes all that is there
 * when it comes to it: a lone message leaves at once, and what callers ask who got their answers
 * together goes out together, in turns and before other connections are read, as with Millrace's
 * client.
 */
final class Outbox {
  /** So many who call again leave before others are answered. */
  private static final int TURN_CALLS = 128;

  private final EventExecutor loop;
  private final Sink sink;
  private Output filling = new Output(64 << 10);
  private Output sending = new Output(64 << 10);

  /** Of the loop's thread. */
  private int addedOfTurn;

  Outbox(EventExecutor loop, Sink sink) {
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
    if (loop.inEventLoop() && ++addedOfTurn == TURN_CALLS) {
      send();
    }
  }

  /** On the thread of the loop, at once. */
  void send() {
    addedOfTurn = 0;
    synchronized (this) {
      Output swapped = sending;
      sending = filling;
      filling = swapped;
    }
    if (sending.length() > 0) {
      sink.send(sending.array(), sending.length());
      sending.clear();
    }
  }
}
