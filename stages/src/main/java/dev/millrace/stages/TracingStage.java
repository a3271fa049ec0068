package dev.millrace.stages;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Stands before another stage, hands every event on, and remembers the last ones and what became of
 * them. It has no thread.
 */
public final class TracingStage<E> implements Stage<E> {
  private final Stage<E> traced;
  private final int tracesMax;
  private final LongSupplier nanos;

  // Guarded by this.
  private final ArrayDeque<Trace> traces = new ArrayDeque<>();
  private long events;
  private long refused;

  /**
   * An event on its way in.
   *
   * @param nanos when it came
   * @param event as text
   */
  public record Trace(long nanos, String thread, String event, Admission admission) {}

  /**
   * @param tracesMax how many are remembered
   * @param nanos the clock
   */
  public TracingStage(Stage<E> traced, int tracesMax, LongSupplier nanos) {
    this.traced = traced;
    this.tracesMax = tracesMax;
    this.nanos = nanos;
  }

  @Override
  public String name() {
    return "trace " + traced.name();
  }

  @Override
  public Admission offer(E event) {
    long now = nanos.getAsLong();
    // Before the event goes on: it may change, or be gone.
    String text = String.valueOf(event);
    Admission admission = traced.offer(event);
    note(new Trace(now, Thread.currentThread().getName(), text, admission));
    return admission;
  }

  private synchronized void note(Trace trace) {
    events++;
    refused += trace.admission.isAccepted() ? 0 : 1;
    traces.addLast(trace);
    if (traces.size() > tracesMax) {
      traces.removeFirst();
    }
  }

  /** The last events, oldest first. */
  public synchronized List<Trace> traces() {
    return List.copyOf(traces);
  }

  @Override
  public synchronized Observation observe() {
    return new Observation(name(), 0, 0, events, events, refused, 0, 1, 0, 0, 0, 0, Map.of());
  }

  /** Leaves the traced stage open. */
  @Override
  public void close() {}
}
