package dev.millrace.node;

import dev.millrace.node.PathState.Draining;
import dev.millrace.node.PathState.Failed;
import dev.millrace.node.PathState.Serving;
import dev.millrace.node.PathState.Stopped;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The state of the path, and who is told when it fails. Any thread may use it. */
final class PathLife {
  private final List<Consumer<Throwable>> listeners = new ArrayList<>();
  private volatile PathState state = new Serving();

  PathState state() {
    return state;
  }

  boolean hasFailed() {
    return state instanceof Failed;
  }

  /**
   * Calls the listener once, when the path fails or at once if it has, on the thread that met the
   * failure.
   */
  void whenFailed(Consumer<Throwable> listener) {
    synchronized (this) {
      if (!(state instanceof Failed)) {
        listeners.add(listener);
        return;
      }
    }
    listener.accept(((Failed) state).cause());
  }

  /** Ends the path; only the first cause counts. */
  void fail(Throwable cause) {
    List<Consumer<Throwable>> told;
    synchronized (this) {
      if (state instanceof Failed || state instanceof Stopped) {
        return;
      }
      state = new Failed(cause);
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> listener.accept(cause));
  }

  /** False when the path drains already, or has failed. */
  synchronized boolean beginDraining() {
    boolean begins = state instanceof Serving;
    if (begins) {
      state = new Draining();
    }
    return begins;
  }

  synchronized void stopped() {
    if (state instanceof Draining) {
      state = new Stopped();
    }
  }
}
