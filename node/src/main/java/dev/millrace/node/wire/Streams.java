package dev.millrace.node.wire;

import dev.millrace.stages.BatchHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The open streams of a service. Callers keep theirs open for as long as they like; a server that
 * goes down must end them itself. Those that are refused too often pause.
 */
public final class Streams {
  private final LongSupplier clock;
  private volatile Runnable onPause = () -> {};

  // Guarded by this.
  private final Set<StreamCall> open = new HashSet<>();
  private final Pace pace;

  /** In the order in which they go on; each stream once. */
  private final Deque<Paused> paused = new ArrayDeque<>();

  private boolean isEnding;

  private record Paused(StreamCall stream, long untilNanos) {}

  public Streams() {
    this(System::nanoTime);
  }

  Streams(LongSupplier clock) {
    this.clock = clock;
    this.pace = new Pace(clock.getAsLong());
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
   * Whether a stream pauses of which so many calls were refused. It is told when it goes on; until
   * then it must not come again.
   */
  boolean pauses(StreamCall stream, int refusals) {
    if (refusals == 0) {
      return false;
    }
    synchronized (this) {
      long now = clock.getAsLong();
      long pause = pace.pauseNanos(refusals, now);
      if (pause == 0) {
        return false;
      }
      paused.add(new Paused(stream, now + pause));
      if (paused.size() > 1) {
        return true;
      }
    }
    onPause.run();
    return true;
  }

  /**
   * @param action called when the first stream pauses: somebody must {@link #resume} it
   */
  public void whenPaused(Runnable action) {
    onPause = action;
  }

  /** When the next stream goes on; {@link BatchHandler#NEVER} when none pauses. */
  public synchronized long nextResumeNanos() {
    Paused first = paused.peek();
    return first == null ? BatchHandler.NEVER : first.untilNanos;
  }

  /** Lets streams go on whose pause is over. */
  public void resume() {
    List<StreamCall> due = new ArrayList<>();
    synchronized (this) {
      long now = clock.getAsLong();
      for (var first = paused.peek();
          first != null && first.untilNanos - now <= 0;
          first = paused.peek()) {
        due.add(paused.remove().stream);
      }
    }
    due.forEach(StreamCall::resume);
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
