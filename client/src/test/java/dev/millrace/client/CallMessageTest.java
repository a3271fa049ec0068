package dev.millrace.client;

import static dev.millrace.client.Calls.enqueue;
import static dev.millrace.client.Calls.lease;
import static dev.millrace.client.Calls.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallMessageTest {
  private static final long NOW = 1_000_000_000_000L;

  @Test
  void isWrittenAsTheBatchThatItStandsFor() throws IOException {
    var message = read(true);

    var update = message.getCalls(0);
    assertThat(update.getNumber()).isZero();
    assertThat(update.getUpdate())
        .isEqualTo(enqueue("a").toBuilder().setRequest(id("me", 1)).build());
    var lease = message.getCalls(1);
    assertThat(lease.getNumber()).isEqualTo(1);
    assertThat(lease.getLease()).isEqualTo(waiting(5).toBuilder().setRequest(id("me", 2)).build());
    assertThat(message.getCalls(2).getUpdate().getRequest()).isEqualTo(id("own", 99));
  }

  @Test
  void callsWithoutNumbersGoAsTheyAre() throws IOException {
    var message = read(false);

    assertThat(message.getCalls(0).getUpdate()).isEqualTo(enqueue("a"));
    assertThat(message.getCalls(1).getLease()).isEqualTo(waiting(5));
  }

  @Test
  void callsThatAreAlikeAreWrittenAsOne() throws IOException {
    var message =
        read(
            true,
            List.of(
                waitedFor(PendingCall.of(enqueue("a"), CallFlow.NEVER)),
                waitedFor(PendingCall.of(lease(), CallFlow.NEVER)),
                waitedFor(PendingCall.of(lease(), CallFlow.NEVER)),
                waitedFor(PendingCall.of(enqueue("b"), CallFlow.NEVER))));

    assertThat(message.getCallsList()).hasSize(2);
    assertThat(message.getCalls(0).getUpdate())
        .isEqualTo(
            enqueue("a").toBuilder().mergeFrom(enqueue("b")).setRequest(id("me", 1)).build());
    assertThat(message.getCalls(1).getLease())
        .isEqualTo(lease().toBuilder().setMaxTasks(2).setRequest(id("me", 2)).build());
  }

  @Test
  void leasesThatMayWaitDoNotWaitTogether() throws IOException {
    var message =
        read(
            false,
            List.of(
                waitedFor(PendingCall.of(waiting(5), CallFlow.NEVER)),
                waitedFor(PendingCall.of(waiting(5), CallFlow.NEVER))));

    assertThat(message.getCallsList()).hasSize(1);
    assertThat(message.getCalls(0).getLease())
        .isEqualTo(
            waiting(5).toBuilder().setMaxTasks(2).setWait(Duration.getDefaultInstance()).build());
  }

  @Test
  void callSaysHowMuchTimeIsLeftRoundedUp() throws IOException {
    var message = read(true, List.of(PendingCall.of(enqueue("a"), NOW + 1_500_001)));

    assertThat(message.getCalls(0).getTimeoutMillis()).isEqualTo(2);
  }

  @Test
  void callWhoseTimeIsOverSaysThatNoneIsLeft() throws IOException {
    var message = read(true, List.of(PendingCall.of(enqueue("a"), NOW - 1)));

    assertThat(message.getCalls(0).hasTimeoutMillis()).isTrue();
    assertThat(message.getCalls(0).getTimeoutMillis()).isZero();
  }

  @Test
  void callWithoutADeadlineSaysNothingOfTime() throws IOException {
    var message =
        read(
            true,
            List.of(
                PendingCall.of(enqueue("a"), CallFlow.NEVER),
                PendingCall.of(enqueue("b"), NOW + TimeUnit.DAYS.toNanos(25))));

    assertThat(message.getCallsList()).noneMatch(Call::hasTimeoutMillis);
  }

  @Test
  void callsThatGoAsOneHaveTheLatestOfTheirDeadlines() throws IOException {
    var message =
        read(
            true,
            List.of(
                waitedFor(PendingCall.of(enqueue("a"), NOW + TimeUnit.SECONDS.toNanos(2))),
                waitedFor(PendingCall.of(enqueue("b"), NOW + TimeUnit.SECONDS.toNanos(3))),
                waitedFor(PendingCall.of(enqueue("c"), NOW + TimeUnit.SECONDS.toNanos(1)))));

    assertThat(message.getCallsList()).hasSize(1);
    assertThat(message.getCalls(0).getTimeoutMillis()).isEqualTo(3_000);
  }

  @Test
  void callsThatGoAsOneHaveNoneIfOneOfThemHasNone() throws IOException {
    var message =
        read(
            true,
            List.of(
                waitedFor(PendingCall.of(lease(), NOW + TimeUnit.SECONDS.toNanos(2))),
                waitedFor(PendingCall.of(lease(), CallFlow.NEVER))));

    assertThat(message.getCallsList()).hasSize(1);
    assertThat(message.getCalls(0).hasTimeoutMillis()).isFalse();
  }

  private static PendingCall<?> waitedFor(PendingCall<?> call) {
    call.expectWaiter();
    return call;
  }

  private static BatchRequest read(boolean isNumbering) throws IOException {
    var own = enqueue("b").toBuilder().setRequest(id("own", 99)).build();
    return read(
        isNumbering,
        List.of(
            PendingCall.of(enqueue("a"), CallFlow.NEVER),
            PendingCall.of(waiting(5), CallFlow.NEVER),
            PendingCall.of(own, CallFlow.NEVER)));
  }

  private static BatchRequest read(boolean isNumbering, List<PendingCall<?>> calls)
      throws IOException {
    var flow = Calls.flow(isNumbering);
    calls.forEach(flow::add);
    var message = new CallMessage(flow.takeMessage(), flow, ByteString.copyFromUtf8("me"), NOW);
    try (var bytes = CallMessage.MARSHALLER.stream(message)) {
      var out = new ByteArrayOutputStream();
      int length = bytes.available();
      assertThat(((io.grpc.Drainable) bytes).drainTo(out)).isEqualTo(length);
      assertThat(out.size()).isEqualTo(length);
      var buffer = ByteBuffer.allocate(message.bytes());
      message.writeTo(buffer);
      assertThat(buffer.array()).isEqualTo(out.toByteArray());
      return BatchRequest.parseFrom(out.toByteArray());
    }
  }

  private static RequestId id(String client, long sequence) {
    return RequestId.newBuilder().setClient(client).setSequence(sequence).build();
  }
}
