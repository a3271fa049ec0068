package dev.millrace.node.line;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How many lines are open. A node that goes down ends the streams, and waits here until their last
 * replies have gone: gRPC knows of its own connections only.
 */
public final class Lines {
  // Guarded by this.
  private int open;

  /** Counts a line until it is closed. */
  public void add(Channel line) {
    synchronized (this) {
      open++;
    }
    var _ = line.closeFuture().addListener(_ -> closed());
  }

  private synchronized void closed() {
    open--;
    notifyAll();
  }

  public synchronized int open() {
    return open;
  }

  /** Waits until none is open; false when that takes longer than so long. */
  public synchronized boolean awaitNone(Duration timeMax) throws InterruptedException {
    long until = System.nanoTime() + timeMax.toNanos();
    for (long left = timeMax.toNanos(); open > 0 && left > 0; left = until - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return open == 0;
  }
}
