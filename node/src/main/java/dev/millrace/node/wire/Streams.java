package dev.millrace.node.wire;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The open streams of a service. Callers keep theirs open for as long as they like; a server that
 * goes down must end them itself.
 */
public final class Streams {
  // Guarded by this.
  private final Set<StreamCall> open = new HashSet<>();
  private boolean isEnding;

  private final Refusals refusals = new Refusals();

  /** Calls of streams that were refused at once. */
  public Refusals refusals() {
    return refusals;
  }

  void add(StreamCall stream) {
    synchronized (this) {
      open.add(stream);
      if (!isEnding) {
        return;
      }
    }
    stream.end();
  }

  synchronized void remove(StreamCall stream) {
    open.remove(stream);
  }

  /**
   * Ends streams whose replies were not read for so long. To be called several times in that time.
   */
  public void endUnread(long nowNanos, Duration timeMax) {
    List<StreamCall> all;
    synchronized (this) {
      all = List.copyOf(open);
    }
    all.forEach(stream -> stream.endIfUnread(nowNanos, timeMax.toNanos()));
  }

  /**
   * Ends every stream with {@code STOPPING} once nothing of it is under way; those that are opened
   * later too.
   */
  public void end() {
    List<StreamCall> toEnd;
    synchronized (this) {
      isEnding = true;
      toEnd = List.copyOf(open);
    }
    toEnd.forEach(StreamCall::end);
  }
}
