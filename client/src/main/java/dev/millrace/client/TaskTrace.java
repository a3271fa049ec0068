package dev.millrace.client;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a task carries, as a context of OpenTelemetry and back.
 *
 * <p>The client makes no spans. What a thread enqueues in the scope of a span carries that span on;
 * a worker makes its own as a child of it:
 *
 * <pre>{@code
 * Span span = tracer.spanBuilder("send").setParent(TaskTrace.context(task)).startSpan();
 * try (Scope _ = span.makeCurrent()) {
 *   …
 *   client.complete(task);
 * } finally {
 *   span.end();
 * }
 * }</pre>
 */
public final class TaskTrace {
  /** What a server takes. */
  static final int BYTES_MAX = 568;

  private static final String PARENT = "traceparent";
  private static final String STATE = "tracestate";

  private TaskTrace() {}

  /**
   * The caller's context with the span in which the task was enqueued, as that of another process.
   * The caller's context as it is, if the task carries no trace or one that isn't of W3C.
   */
  public static Context context(Task task) {
    return context(task, Context.current());
  }

  /** The same, of another context than the caller's. */
  public static Context context(Task task, Context base) {
    String trace = task.getTrace();
    if (trace.isEmpty()) {
      return base;
    }
    int space = trace.indexOf(' ');
    Map<String, String> headers =
        space < 0
            ? Map.of(PARENT, trace)
            : Map.of(PARENT, trace.substring(0, space), STATE, trace.substring(space + 1));
    return W3CTraceContextPropagator.getInstance().extract(base, headers, Reading.HEADERS);
  }

  /** The span of a context as a trace for a task; empty if it has none. */
  public static String of(Context context) {
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return "";
    }
    var headers = new HashMap<String, String>();
    W3CTraceContextPropagator.getInstance().inject(context, headers, TaskTrace::put);
    String parent = headers.getOrDefault(PARENT, "");
    String state = headers.getOrDefault(STATE, "");
    // The state is of use to some, and the parent to all.
    return state.isEmpty() || parent.length() + 1 + state.length() > BYTES_MAX
        ? parent
        : parent + " " + state;
  }

  private static void put(@Nullable Map<String, String> headers, String name, String value) {
    if (headers != null) {
      headers.put(name, value);
    }
  }

  /** The update, whose enqueues that have no trace carry the span of this thread, if it has one. */
  static UpdateRequest given(UpdateRequest request) {
    // Without an SDK there is never a span, and this is all that it costs.
    Context context = Context.current();
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return request;
    }
    String trace = of(context);
    UpdateRequest.Builder traced = request.toBuilder();
    for (int i = 0; i < request.getElementsCount(); i++) {
      Element element = request.getElements(i);
      if (element.hasEnqueue() && element.getEnqueue().getTrace().isEmpty()) {
        traced.setElements(
            i, Element.newBuilder().setEnqueue(element.getEnqueue().toBuilder().setTrace(trace)));
      }
    }
    return traced.build();
  }

  private enum Reading implements TextMapGetter<Map<String, String>> {
    HEADERS;

    @Override
    public Iterable<String> keys(Map<String, String> headers) {
      return headers.keySet();
    }

    @Override
    public @Nullable String get(@Nullable Map<String, String> headers, String name) {
      return headers == null ? null : headers.get(name);
    }
  }
}
