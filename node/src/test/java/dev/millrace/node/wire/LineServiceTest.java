package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.line.Line;
import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Token;
import dev.millrace.node.keep.Backups;
import dev.millrace.node.line.TestLine;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.stages.profile.Profile;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service over a line: what holds for a stream of gRPC holds here. */
class LineServiceTest {
  private static final Queue MAIL = queue("mail");

  private final DirectPath path = new DirectPath(8, Limits.DEFAULT);
  private final Streams streams = new Streams();
  private TestLine line = line(Gate.open(new Audit(System::nanoTime)));

  @AfterEach
  void close() {
    line.close();
  }

  private TestLine line(Gate gate) {
    var service = Wire.service(path, Limits.DEFAULT, Backups.NONE, streams, new Profile(), gate);
    return new TestLine(
        service.getMethod(MillraceGrpc.getStreamMethod().getFullMethodName()), path);
  }

  private static BatchRequest batch(UpdateRequest update) {
    return BatchRequest.newBuilder()
        .addCalls(Call.newBuilder().setNumber(1).setUpdate(update))
        .build();
  }

  private static BatchRequest batch(LeaseRequest lease) {
    return BatchRequest.newBuilder()
        .addCalls(Call.newBuilder().setNumber(2).setLease(lease))
        .build();
  }

  private static BatchRequest waiting() {
    return batch(lease(1, MAIL).toBuilder().setWait(seconds(3600)).build());
  }

  private static UpdateRequest large(int bytes) {
    var update = update(enqueue(MAIL, "a")).toBuilder();
    update.getElementsBuilder(0).getEnqueueBuilder().setData(Messages.bytes(bytes));
    return update.build();
  }

  @Test
  void callsAreAnswered() {
    line.open();

    line.send(batch(large(1_000)));
    line.send(batch(lease(1, MAIL)));

    var replies = line.replies();
    assertThat(replies.get(0).getReplies(0).hasUpdate()).isTrue();
    var task = replies.get(1).getReplies(0).getLease().getTasks(0);
    assertThat(task.getData()).isEqualTo(Messages.bytes(1_000));
  }

  @Test
  void leaseThatWaitsIsAnsweredWhenATaskComes() {
    line.open();
    line.send(waiting());
    assertThat(line.received()).isEmpty();

    line.send(batch(update(enqueue(MAIL, "a"))));

    assertThat(line.replies().stream().flatMap(reply -> reply.getRepliesList().stream()))
        .anySatisfy(reply -> assertThat(reply.getLease().getTasksCount()).isEqualTo(1));
  }

  @Test
  void messageThatCannotBeParsedEndsItAndWhatItHoldsIsGivenUp() {
    line.open();
    line.send(waiting());
    path.awaitUnanswered(1);

    line.send(Line.Kind.MESSAGE, (byte) 0x0a, (byte) 100, (byte) 1);

    assertThat(line.end())
        .returns(ErrorCode.INVALID, Problem::getCode)
        .returns("the message can't be parsed", Problem::getMessage);
    path.awaitUnanswered(0);
  }

  @Test
  void messageThatEndsInAnOpenGroupCannotBeParsed() {
    line.open();

    line.send(Line.Kind.MESSAGE, (byte) 0x0c);

    assertThat(line.end()).returns(ErrorCode.INVALID, Problem::getCode);
  }

  @Test
  void messageThatIsNestedTooDeeplyCannotBeParsed() {
    line.open();
    byte[] groups = new byte[1_000];
    Arrays.fill(groups, (byte) 0x7b);

    line.send(Line.Kind.MESSAGE, groups);

    assertThat(line.end()).returns(ErrorCode.INVALID, Problem::getCode);
  }

  @Test
  void messageThatIsTooLargeIsRefusedAsThat() {
    line.open();

    line.send(batch(large(Wire.MESSAGE_BYTES_MAX)));

    assertThat(line.end()).returns(ErrorCode.TOO_LARGE, Problem::getCode);
    assertThat(path.submitted(Command.Update.class)).isEmpty();
  }

  @Test
  void messageThatIsFarTooLargeIsRefusedByItsLength() {
    line.open();

    line.send(Line.Kind.MESSAGE.code(), (byte) 0x10, (byte) 0, (byte) 0, (byte) 0);

    assertThat(line.end()).returns(ErrorCode.INVALID, Problem::getCode);
  }

  @Test
  void lastCallEndsTheLineAfterItsReply() {
    line.open();
    line.send(batch(update(enqueue(MAIL, "a"))));
    line.send(Line.Kind.END);

    assertThat(line.kinds()).containsExactly(Line.Kind.MESSAGE, Line.Kind.END);
  }

  @Test
  void lostLineStopsItsWaitingLeases() {
    line.open();
    line.send(waiting());
    path.awaitUnanswered(1);

    var _ = line.connection.close();

    path.awaitUnanswered(0);
  }

  @Test
  void nodeThatGoesDownEndsTheLineAfterItsReplies() {
    line.open();
    line.send(batch(update(enqueue(MAIL, "a"))));

    streams.end();

    var received = line.received();
    assertThat(received).hasSize(2);
    assertThat(received.getLast().kind()).isEqualTo(Line.Kind.END);
  }

  @Test
  void lineThatIsOpenedWhenTheNodeGoesDownEndsAtOnce() {
    streams.end();

    line.open();

    assertThat(line.end()).returns(ErrorCode.STOPPING, Problem::getCode);
  }

  @Test
  void lineWhoseRepliesAreNotReadIsGone() {
    line.open();
    line.connection.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    line.send(batch(update(enqueue(MAIL, "a"))));
    line.send(batch(lease(1, MAIL)));

    streams.endUnread(0, Duration.ofSeconds(10));
    streams.endUnread(TimeUnit.SECONDS.toNanos(10), Duration.ofSeconds(10));
    line.received();
    line.pass(5);

    assertThat(line.connection.isOpen()).isFalse();
    path.await(Command.GiveBack.class, 1);
  }

  private static Access access(String rule) {
    return AccessText.parse(
        "access", "principal a\ntoken %s\nallow %s\n".formatted(Token.hash("secret"), rule));
  }

  private Gate guard() {
    var gate =
        Gate.of(
            access("enqueue,lease /mail"),
            InstantSource.fixed(Instant.EPOCH),
            new Audit(System::nanoTime));
    line.close();
    line = line(gate);
    return gate;
  }

  @Test
  void tokenOpensALine() {
    guard();

    line.open("authorization: Bearer secret");
    line.send(batch(update(enqueue(MAIL, "a"))));

    assertThat(line.replies().getFirst().getReplies(0).hasUpdate()).isTrue();
  }

  @Test
  void otherTokenDoesNot() {
    guard();

    line.open("authorization: Bearer guess");
    line.send(batch(update(enqueue(MAIL, "a"))));

    assertThat(line.end()).returns(ErrorCode.UNAUTHENTICATED, Problem::getCode);
    assertThat(path.submitted(Command.Update.class)).isEmpty();
  }

  @Test
  void withoutATokenItIsNotOpened() {
    guard();

    line.open();

    assertThat(line.end()).returns(ErrorCode.UNAUTHENTICATED, Problem::getCode);
  }

  @Test
  void rightsAreThoseOfTheToken() {
    guard();

    line.open("authorization: Bearer secret");
    line.send(batch(update(enqueue(queue("hidden"), "a"))));

    assertThat(line.replies().getFirst().getReplies(0).getProblem().getCode())
        .isEqualTo(ErrorCode.PERMISSION_DENIED);
  }

  @Test
  void lineOfAPrincipalWithOtherRightsEnds() {
    Gate gate = guard();
    line.open("authorization: Bearer secret");
    line.send(waiting());
    path.awaitUnanswered(1);

    gate.change(access("lease /other"));

    assertThat(line.end()).returns(ErrorCode.OUTCOME_UNKNOWN, Problem::getCode);
    path.awaitUnanswered(0);
  }
}
