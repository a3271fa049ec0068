package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.Command;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in, the server answers what it can and stays as it was. */
class HostileInputTest {
  private static final Queue MAIL = queue("mail");

  /** A field of 100 bytes that ends after one. */
  private static final byte[] CUT = {0x0a, 100, 1};

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  static Stream<MethodDescriptor<?, ?>> unaryMethods() {
    return MillraceGrpc.getServiceDescriptor().getMethods().stream()
        .filter(method -> method.getType().clientSendsOneMessage());
  }

  @ParameterizedTest
  @MethodSource("unaryMethods")
  void messageThatCannotBeParsedIsInvalid(MethodDescriptor<?, ?> method) {
    var failure = Assertions.catchThrowable(() -> callRaw(method, CUT));

    assertThat(((StatusRuntimeException) failure).getStatus().getCode())
        .isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(Messages.problem(failure).getCode()).isEqualTo(ErrorCode.INVALID);
    assertServes();
  }

  @ParameterizedTest
  @MethodSource("unaryMethods")
  void randomBytesNeverMakeAnUnknownError(MethodDescriptor<?, ?> method) {
    var random = new Random(7);

    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      try {
        callRaw(method, bytes);
      } catch (StatusRuntimeException e) {
        assertThat(e.getStatus().getCode()).isNotIn(Code.UNKNOWN, Code.INTERNAL);
        assertThat(Messages.problem(e).getMessage()).isNotEmpty();
      }
    }
    assertServes();
  }

  @Test
  void textThatIsNotUtf8IsInvalid() {
    byte[] notUtf8 = {0x0a, 4, 0x12, 2, (byte) 0xff, (byte) 0xfe};

    var failure = Assertions.catchThrowable(() -> callRaw(MillraceGrpc.getGetMethod(), notUtf8));

    assertThat(Messages.problem(failure).getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void messageThatIsTooLargeIsRefusedWithAProblem() {
    assertTooLarge(server.client(), Wire.MESSAGE_BYTES_MAX);
  }

  @Test
  void messageThatIsTooLargeWhenItIsUnpackedIsRefusedWithAProblem() {
    assertTooLarge(server.client().withCompression("gzip"), Wire.MESSAGE_BYTES_MAX);
  }

  @Test
  void messageThatIsFarTooLargeWhenItIsUnpackedIsRefusedWithAProblem() {
    assertTooLarge(server.client().withCompression("gzip"), 2 * Wire.TAKEN_BYTES_MAX);
  }

  private void assertTooLarge(MillraceBlockingStub client, int bytes) {
    var failure = Assertions.catchThrowable(() -> client.update(large(bytes)));

    assertThat(Messages.problem(failure).getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(server.path.submitted(Command.Update.class)).isEmpty();
    assertServes();
  }

  @Test
  void messageThatIsFarTooLargeIsRefusedByItsLength() {
    var failure =
        Assertions.catchThrowable(() -> server.client().update(large(Wire.TAKEN_BYTES_MAX)));

    assertThat(((StatusRuntimeException) failure).getStatus().getCode())
        .isIn(Code.RESOURCE_EXHAUSTED, Code.CANCELLED);
    assertThat(server.path.submitted(Command.Update.class)).isEmpty();
    assertServes();
  }

  private static UpdateRequest large(int bytes) {
    var update = update(enqueue(MAIL, "a")).toBuilder();
    update.getElementsBuilder(0).getEnqueueBuilder().setData(Messages.bytes(bytes));
    return update.build();
  }

  @Test
  void streamEndsAtAMessageThatCannotBeParsedAndGivesBackWhatItHolds() {
    var received = Received.<byte[], BatchReply>create();
    var raw =
        MillraceGrpc.getStreamMethod().toBuilder(
                new Bytes(), MillraceGrpc.getStreamMethod().getResponseMarshaller())
            .build();
    var calls =
        ClientCalls.asyncBidiStreamingCall(
            server.channel.newCall(raw, CallOptions.DEFAULT), received);
    var waiting = lease(1, MAIL).toBuilder().setWait(seconds(3600));
    var call = Call.newBuilder().setNumber(1).setLease(waiting);
    calls.onNext(BatchRequest.newBuilder().addCalls(call).build().toByteArray());
    server.path.awaitUnanswered(1);

    calls.onNext(CUT);

    assertThat(Messages.problem(received.awaitFailure()).getCode()).isEqualTo(ErrorCode.INVALID);
    server.path.awaitUnanswered(0);
    assertServes();
  }

  @Test
  void connectionThatIsNotHttp2IsDropped() throws IOException {
    try (var raw = new RawHttp2(server.port())) {
      raw.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(raw.awaitEnd()).isTrue();
    }
    assertServes();
  }

  @Test
  void messageThatClaimsMoreThanTheLimitIsRefusedUnread() throws IOException {
    try (var raw = new RawHttp2(server.port())) {
      raw.begin();
      raw.call("Update");
      raw.data(RawHttp2.message(Integer.MAX_VALUE, (byte) 1), false);

      assertThat(raw.awaitEnd()).isTrue();
    }
    assertServes();
  }

  @Test
  void messageThatEndsBeforeItsLengthIsRefused() throws IOException {
    try (var raw = new RawHttp2(server.port())) {
      raw.begin();
      raw.call("Lease");
      raw.data(RawHttp2.message(100, (byte) 1, (byte) 2), true);

      assertThat(raw.awaitEnd()).isTrue();
    }
    assertServes();
  }

  @Test
  void connectionLostInAMessageLeavesNothingBehind() throws IOException {
    for (String method : new String[] {"Update", "Lease", "Stream", "Batch"}) {
      try (var raw = new RawHttp2(server.port())) {
        raw.begin();
        raw.call(method);
        raw.data(RawHttp2.message(1000, new byte[500]), false);
      }
    }

    assertServes();
    assertThat(server.path.submitted(Command.Update.class)).hasSize(1);
  }

  @Test
  void garbageAfterTheGreetingIsDropped() throws IOException {
    var random = new Random(3);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[200];
      random.nextBytes(garbage);
      try (var raw = new RawHttp2(server.port())) {
        raw.begin();
        raw.write(garbage);
      } catch (IOException e) {
        // The server may hang up while we still write.
        assertThat(e).isInstanceOf(SocketException.class);
      }
    }
    assertServes();
  }

  private void assertServes() {
    server.client().update(update(enqueue(MAIL, "health")));
    assertThat(pids(server.client().lease(lease(1, MAIL)))).containsExactly("health");
  }

  private void callRaw(MethodDescriptor<?, ?> method, byte[] message) {
    var raw = method.toBuilder(new Bytes(), new Bytes()).build();
    var options = CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS);
    ClientCalls.blockingUnaryCall(server.channel, raw, options, message);
  }

  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
