package dev.millrace.stages;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.time.Duration;
import java.util.List;

/** A stage without a queue: the thread that offers an event handles it, one thread at a time. */
public final class InlineStage<E> implements Stage<E> {
  private final String name;
  private final BatchHandler<E> handler;
  private final FailureHandler<E> onFailure;
  private long events;
  private long refused;
  private double handledNanos;
  private final Sources sources = new Sources();
  private boolean closed;

  public InlineStage(String name, BatchHandler<E> handler, FailureHandler<E> onFailure) {
    this.name = name;
    this.handler = handler;
    this.onFailure = onFailure;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized Admission offer(E event) {
    if (closed) {
      refused++;
      return new Refused(Reason.CLOSED, Duration.ZERO);
    }
    events++;
    sources.count();
    long start = System.nanoTime();
    try {
      handler.handle(List.of(event));
    } catch (Throwable e) {
      closed = true;
      onFailure.failed(e, List.of());
    }
    handledNanos += System.nanoTime() - start;
    return Accepted.ONE;
  }

  @Override
  public synchronized Observation observe() {
    return new Observation(
        name, 0, 0, events, events, refused, 0, 1, 0, handledNanos, 0, 0, sources.all());
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
