package dev.millrace.stages;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.util.List;

/** A stage without a queue: the thread that offers an event handles it, one thread at a time. */
public final class InlineStage<E> implements Stage<E> {
  private final String name;
  private final BatchHandler<E> handler;
  private final FailureHandler<E> onFailure;
  private long events;
  private long refused;
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
      return new Refused(Reason.CLOSED);
    }
    events++;
    try {
      handler.handle(List.of(event));
    } catch (Throwable e) {
      closed = true;
      onFailure.failed(e, List.of());
    }
    return new Accepted();
  }

  @Override
  public synchronized Observation observe() {
    return new Observation(name, 0, 0, events, events, refused);
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
