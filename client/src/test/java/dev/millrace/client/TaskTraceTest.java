package dev.millrace.client;

import static dev.millrace.client.Calls.MAIL;
import static dev.millrace.client.Calls.bytes;
import static dev.millrace.client.Calls.enqueue;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts of OpenTelemetry and the traces of tasks. */
class TaskTraceTest {
  private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE_ID + "-b7ad6b7169203331-01";

  @Test
  void withoutASpanTheRequestIsLeftAlone() {
    var request = enqueue("a");

    assertThat(TaskTrace.given(request)).isSameAs(request);
  }

  @Test
  void enqueueCarriesTheSpanOfItsScope() {
    try (Scope _ = span(PARENT).makeCurrent()) {
      assertThat(traces(TaskTrace.given(enqueue("a")))).containsExactly(PARENT);
    }
  }

  @Test
  void enqueueWithATraceKeepsItAndOtherElementsAreLeftAlone() {
    var own = Elements.enqueue(Enqueue.newBuilder().setQueue(MAIL).setTrace("own").build());
    var other = Elements.cancel(MAIL, bytes("b"));
    var request = update(own, other, Elements.enqueue(MAIL, bytes("c")));
    try (Scope _ = span(PARENT).makeCurrent()) {
      var traced = TaskTrace.given(request);

      assertThat(traces(traced)).containsExactly("own", "", PARENT);
      assertThat(traced.getElements(1)).isEqualTo(other);
    }
  }

  @Test
  void callsThatGoAsOneKeepTheTraceOfTheirCaller() throws IOException {
    PendingCall<?> first;
    PendingCall<?> second;
    try (Scope _ = span(PARENT).makeCurrent()) {
      first = PendingCall.of(TaskTrace.given(enqueue("a")), 0);
    }
    String elsewhere = PARENT.replace('b', 'c');
    try (Scope _ = span(elsewhere).makeCurrent()) {
      second = PendingCall.of(TaskTrace.given(enqueue("b")), 0);
    }
    PendingCall<?> third = PendingCall.of(TaskTrace.given(enqueue("c")), 0);

    assertThat(traces(asOne(first, second, third))).containsExactly(PARENT, elsewhere, "");
  }

  /** What the server reads when callers that wait go together. */
  private static UpdateRequest asOne(PendingCall<?>... calls) throws IOException {
    var merging = new Merging();
    for (PendingCall<?> call : calls) {
      call.expectWaiter();
      merging.add(call, requireNonNull(call.likeness));
    }
    var together = merging.take();
    assertThat(together).hasSize(1);
    var bytes = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(bytes);
    together.getFirst().writeRequest(out);
    out.flush();
    return UpdateRequest.parseFrom(bytes.toByteArray());
  }

  @Test
  void contextOfATaskHasTheSpanThatEnqueuedIt() {
    var context = TaskTrace.context(task(PARENT + " a=1,b=2"));

    SpanContext span = Span.fromContext(context).getSpanContext();
    assertThat(span.getTraceId()).isEqualTo(TRACE_ID);
    assertThat(span.isRemote()).isTrue();
    assertThat(span.isSampled()).isTrue();
    assertThat(span.getTraceState().get("b")).isEqualTo("2");
    assertThat(TaskTrace.of(context)).isEqualTo(PARENT + " a=1,b=2");
  }

  @Test
  void contextOfATaskKeepsAllElseOfItsBase() {
    ContextKey<String> key = ContextKey.named("else");
    var base = Context.root().with(key, "kept");

    assertThat(TaskTrace.context(task(PARENT), base).get(key)).isEqualTo("kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "own", " ", "00-0-0-01 a=1"})
  void whatIsNoTraceOfW3cChangesNothing(String trace) {
    var base = Context.root().with(ContextKey.named("any"), "thing");

    assertThat(TaskTrace.context(task(trace), base)).isSameAs(base);
  }

  @Test
  void stateThatIsTooLongIsLeftOut() {
    var state = TraceState.builder();
    for (int i = 0; i < 4; i++) {
      state.put("k" + i, "v".repeat(200));
    }
    var span =
        SpanContext.create(TRACE_ID, "b7ad6b7169203331", TraceFlags.getSampled(), state.build());

    assertThat(TaskTrace.of(Context.root().with(Span.wrap(span)))).isEqualTo(PARENT);
  }

  @Test
  void contextWithoutASpanIsNoTrace() {
    assertThat(TaskTrace.of(Context.root())).isEmpty();
  }

  private static Context span(String parent) {
    return TaskTrace.context(task(parent), Context.root());
  }

  private static Task task(String trace) {
    return Task.newBuilder().setTrace(trace).build();
  }

  private static UpdateRequest update(Element... elements) {
    return UpdateRequest.newBuilder().addAllElements(List.of(elements)).build();
  }

  private static List<String> traces(UpdateRequest request) {
    return request.getElementsList().stream()
        .map(element -> element.getEnqueue().getTrace())
        .toList();
  }
}
