package dev.millrace.client;

import static dev.millrace.client.Calls.bytes;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Traces over a real node, with the SDK of OpenTelemetry. */
class TracedWorkTest {
  private static final Queue ORDERS = Elements.queue("orders");
  private static final Queue PARCELS = Elements.queue("parcels");

  private final Spans spans = new Spans();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(spans).build();
  private final Tracer tracer = provider.get("test");
  private TestNode node;

  @BeforeEach
  void start(@TempDir(cleanup = CleanupMode.NEVER) Path folder) {
    node = new TestNode(folder);
  }

  @AfterEach
  void stop() {
    node.close();
    provider.close();
  }

  @Test
  void oneTraceGoesFromTheProducerOverAHandOverToTheLastWorker() throws Exception {
    try (var producer = connect();
        var worker = connect();
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      inSpan("order", Context.root(), () -> producer.enqueue(ORDERS, bytes("one, to go")));
      threads
          .submit(() -> work(worker, "pack", ORDERS, Elements.enqueue(PARCELS, bytes("parcel"))))
          .get();
      threads.submit(() -> work(worker, "send", PARCELS)).get();

      SpanData order = spans.named("order");
      SpanData pack = spans.named("pack");
      SpanData send = spans.named("send");
      assertThat(List.of(pack.getTraceId(), send.getTraceId())).containsOnly(order.getTraceId());
      assertThat(pack.getParentSpanId()).isEqualTo(order.getSpanId());
      assertThat(pack.getParentSpanContext().isRemote()).isTrue();
      assertThat(send.getParentSpanId()).isEqualTo(pack.getSpanId());
      assertThat(worker.lease(PARCELS, 1)).isEmpty();
    }
  }

  /** Completes the first task of a queue, and whatever else, in a span that goes on with it. */
  private int work(MillraceClient client, String name, Queue queue, Element... more)
      throws Exception {
    Task task = client.lease(queue, 1, Duration.ofSeconds(20)).getFirst();
    var elements = new ArrayList<>(List.of(more));
    elements.addFirst(Elements.complete(task));
    return inSpan(
        name,
        TaskTrace.context(task),
        () -> client.update(elements.toArray(Element[]::new)).getResultsCount());
  }

  @Test
  void failedTaskIsTriedAgainInItsTrace() throws Exception {
    try (var client = connect()) {
      inSpan("order", Context.root(), () -> client.enqueue(ORDERS, bytes("one")));
      Task first = client.lease(ORDERS, 1).getFirst();
      inSpan(
          "fails",
          TaskTrace.context(first),
          () -> {
            client.fail(first, "no paper");
            return first;
          });

      Task second = client.lease(ORDERS, 1, Duration.ofSeconds(20)).getFirst();

      assertThat(second.getTrace()).isEqualTo(first.getTrace());
      assertThat(second.getTrace()).contains(spans.named("order").getSpanId());
    }
  }

  @Test
  void callersThatGoTogetherKeepTheirOwnTraces() throws Exception {
    try (var client = connect();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var enqueues = new HashMap<String, Future<ByteString>>();
      for (int i = 0; i < 200; i++) {
        String name = "caller-" + i;
        enqueues.put(
            name,
            threads.submit(
                () -> inSpan(name, Context.root(), () -> client.enqueue(ORDERS, bytes(name)))));
      }
      for (Future<ByteString> enqueue : enqueues.values()) {
        enqueue.get();
      }

      List<Task> tasks = client.lease(ORDERS, 200);

      assertThat(tasks).hasSize(200);
      for (Task task : tasks) {
        SpanData span = spans.named(task.getData().toStringUtf8());
        assertThat(task.getTrace()).contains(span.getTraceId(), span.getSpanId());
      }
    }
  }

  @Test
  void asynchronousCallCarriesTheSpanOfWhoeverMadeIt() throws Exception {
    try (var client = connect()) {
      var later =
          inSpan(
              "order",
              Context.root(),
              () -> client.updateAsync(Elements.enqueue(ORDERS, bytes("one"))));
      later.get();

      assertThat(client.lease(ORDERS, 1).getFirst().getTrace())
          .contains(spans.named("order").getSpanId());
    }
  }

  private MillraceClient connect() {
    return MillraceClient.connect(node.address());
  }

  private <T> T inSpan(String name, Context parent, Callable<T> work) throws Exception {
    Span span = tracer.spanBuilder(name).setParent(parent).startSpan();
    try (Scope _ = span.makeCurrent()) {
      return work.call();
    } finally {
      span.end();
    }
  }

  /** Every span that ended. */
  private static final class Spans implements SpanProcessor {
    private final Map<String, SpanData> ended = new ConcurrentHashMap<>();

    SpanData named(String name) {
      return requireNonNull(ended.get(name), name);
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      ended.put(span.getName(), span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }
}
