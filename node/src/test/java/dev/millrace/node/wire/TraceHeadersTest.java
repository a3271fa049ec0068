package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Queue;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trace that headers name, over a real server where it matters. */
class TraceHeadersTest {
  private static final Queue MAIL = queue("mail");
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  void headersOfAnUpdateAreTheTraceOfItsTasks() {
    try (var server = WireServer.start()) {
      var traced = MillraceGrpc.newBlockingStub(traced(server.channel));

      traced.update(update(enqueue(MAIL, "a"), withTrace(enqueue(MAIL, "b"), "own")));

      assertThat(traceOf(server, "a")).isEqualTo(PARENT + " v=1");
      assertThat(traceOf(server, "b")).isEqualTo("own");
    }
  }

  @Test
  void headersOfABatchAreTheTraceOfAllItsTasks() {
    try (var server = WireServer.start()) {
      var traced = MillraceGrpc.newBlockingStub(traced(server.channel));

      var _ = traced.batch(batch(enqueue(MAIL, "a")));

      assertThat(traceOf(server, "a")).isEqualTo(PARENT + " v=1");
    }
  }

  @Test
  void headersOfAStreamAreOfNoCallInIt() {
    try (var server = WireServer.start()) {
      var received = Received.<BatchRequest, BatchReply>create();
      var calls = MillraceGrpc.newStub(traced(server.channel)).stream(received);

      calls.onNext(batch(enqueue(MAIL, "a")));
      calls.onCompleted();
      received.awaitEnd();

      assertThat(traceOf(server, "a")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PARENT,
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what.comes"
      })
  void parentOfAnyVersionIsTaken(String parent) {
    assertThat(trace(headers(parent))).isEqualTo(parent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
        "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-mo re"
      })
  void whatIsNoParentIsNothing(String parent) {
    assertThat(trace(headers(parent))).isEmpty();
  }

  @Test
  void twoParentsAreNone() {
    var headers = headers(PARENT);
    headers.put(key("traceparent"), PARENT);

    assertThat(trace(headers)).isEmpty();
  }

  @Test
  void statesAreJoined() {
    var headers = headers(PARENT);
    headers.put(key("tracestate"), "a=1,b=2");
    headers.put(key("tracestate"), "c=3");

    assertThat(trace(headers)).isEqualTo(PARENT + " a=1,b=2,c=3");
  }

  @Test
  void stateThatIsTooLongIsLeftOut() {
    var longest = headers(PARENT);
    longest.put(key("tracestate"), "a=" + "1".repeat(510));
    var longer = headers(PARENT);
    longer.put(key("tracestate"), "a=" + "1".repeat(511));

    assertThat(trace(longest)).hasSize(568);
    assertThat(trace(longer)).isEqualTo(PARENT);
  }

  @Test
  void stateWithoutAParentIsNothing() {
    var headers = new Metadata();
    headers.put(key("tracestate"), "a=1");

    assertThat(trace(headers)).isEmpty();
  }

  private static String trace(Metadata headers) {
    return TraceHeaders.of(TraceHeaders.with(Context.ROOT, headers));
  }

  private static Metadata headers(String parent) {
    var headers = new Metadata();
    headers.put(key("traceparent"), parent);
    return headers;
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private static Channel traced(Channel channel) {
    var headers = headers(PARENT);
    headers.put(key("tracestate"), "v=1");
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static Element withTrace(Element enqueue, String trace) {
    var traced = enqueue.toBuilder();
    traced.getEnqueueBuilder().setTrace(trace);
    return traced.build();
  }

  private static BatchRequest batch(Element element) {
    return BatchRequest.newBuilder().addCalls(Call.newBuilder().setUpdate(update(element))).build();
  }

  private static String traceOf(WireServer server, String pid) {
    return server
        .client()
        .get(GetRequest.newBuilder().setQueue(MAIL).setPid(bytes(pid)).build())
        .getTask()
        .getTrace();
  }
}
