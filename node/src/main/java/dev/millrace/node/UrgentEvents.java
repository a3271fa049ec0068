package dev.millrace.node;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What goes before all calls that wait to be executed. Any thread adds; whoever executes takes.
 *
 * <p>It has no bound of its own: each event belongs to a call or a layer that was accepted under
 * one.
 */
final class UrgentEvents {
  private final LinkedBlockingQueue<ExecuteEvent> events = new LinkedBlockingQueue<>();
  private volatile Runnable onAdded = () -> {};

  /** Names who is to be told of events; those that were added before wait. */
  void connect(Runnable listener) {
    onAdded = listener;
  }

  void add(ExecuteEvent event) {
    events.add(event);
    onAdded.run();
  }

  @Nullable ExecuteEvent poll() {
    return events.poll();
  }

  /** Waits for an event; none after a while. */
  @Nullable ExecuteEvent await(Duration timeMax) {
    long endNanos = System.nanoTime() + timeMax.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return events.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
