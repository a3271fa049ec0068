package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.refusalOf;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.millrace.api.v1.Condition;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.EnqueueAll;
import dev.millrace.api.v1.Move;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueBound;
import dev.millrace.api.v1.Release;
import dev.millrace.api.v1.Renew;
import dev.millrace.api.v1.TaskName;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Start;
import dev.millrace.queue.Task;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateAdapterTest {
  private static final Queue MAIL = queue("mail");
  private static final QueueName MAIL_NAME = QueueName.of("mail");

  private static final Enqueue.Builder ENQUEUE = Enqueue.newBuilder().setQueue(MAIL);
  private static final Dequeue.Builder DEQUEUE = Dequeue.newBuilder().setQueue(MAIL);
  private static final Renew.Builder RENEW = Renew.newBuilder().setQueue(MAIL).setLease(7);
  private static final Release.Builder RELEASE = Release.newBuilder().setQueue(MAIL).setLease(7);
  private static final Move.Builder MOVE = Move.newBuilder().setQueue(MAIL).setPid(bytes("a"));

  @Test
  void enqueueWithoutPidAsksForFifo() {
    var enqueue = (dev.millrace.queue.Element.Enqueue) adapt(of(ENQUEUE.clone()));

    assertThat(enqueue)
        .isEqualTo(dev.millrace.queue.Element.Enqueue.of(MAIL_NAME, null, Payload.EMPTY));
  }

  @Test
  void manyTasksKeepTheirOrder() {
    var all = EnqueueAll.newBuilder().setQueue(MAIL).addData(bytes("b")).addData(bytes("a"));

    assertThat(adapt(Element.newBuilder().setEnqueueAll(all)))
        .isEqualTo(
            new dev.millrace.queue.Element.EnqueueAll(
                MAIL_NAME, List.of(Payload.of("b"), Payload.of("a"))));
  }

  @Test
  void manyTasksAreAtLeastOne() {
    var none = Element.newBuilder().setEnqueueAll(EnqueueAll.newBuilder().setQueue(MAIL));

    assertThat(refusalOf(() -> adapt(none)).code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void emptyPidIsAPid() {
    var enqueue = (dev.millrace.queue.Element.Enqueue) adapt(of(ENQUEUE.clone().setPid(bytes(""))));

    assertThat(enqueue.pid()).isEqualTo(Pid.EMPTY);
  }

  @Test
  void enqueueCarriesAllItsFields() {
    var enqueue =
        adapt(
            of(
                Enqueue.newBuilder()
                    .setQueue(queue("tenant", "mail"))
                    .setPid(bytes("a"))
                    .setData(bytes("hello"))
                    .setDelay(seconds(3))
                    .setOnConflict(OnConflict.AGAIN)
                    .setOnlyIf(Condition.newBuilder().setQueueEmpty(queue("tenant", "gate")))));

    assertThat(enqueue)
        .isEqualTo(
            new dev.millrace.queue.Element.Enqueue(
                new QueueName("tenant", "mail"),
                Pid.of("a"),
                Payload.of("hello"),
                new Start.After(3000),
                dev.millrace.queue.OnConflict.AGAIN,
                new dev.millrace.queue.Condition.QueueEmpty(new QueueName("tenant", "gate"))));
  }

  @Test
  void traceOfTheCallIsThatOfEnqueuesWithoutTheirOwn() {
    var request = update(of(ENQUEUE.clone()).build(), of(ENQUEUE.clone().setTrace("own")).build());

    var command = UpdateAdapter.command(request, Limits.DEFAULT, "of the call");

    assertThat(command.elements())
        .extracting(element -> ((dev.millrace.queue.Element.Enqueue) element).data().trace())
        .containsExactly("of the call", "own");
  }

  @Test
  void notBeforeIsATime() {
    var notBefore = Timestamp.newBuilder().setSeconds(5).setNanos(1);

    var enqueue =
        (dev.millrace.queue.Element.Enqueue) adapt(of(ENQUEUE.clone().setNotBefore(notBefore)));

    assertThat(enqueue.start()).isEqualTo(new Start.NotBefore(5001));
  }

  @ParameterizedTest
  @EnumSource(names = {"KEEP", "REPLACE", "FAIL", "AGAIN"})
  void everyWayToMeetAConflictHasItsCounterpart(OnConflict onConflict) {
    var enqueue =
        (dev.millrace.queue.Element.Enqueue) adapt(of(ENQUEUE.clone().setOnConflict(onConflict)));

    assertThat(enqueue.onConflict().name()).isEqualTo(onConflict.name());
  }

  @Test
  void dequeueWithoutLeaseCancelsTheTask() {
    assertThat(adapt(of(DEQUEUE.clone().setPid(bytes("a")))))
        .isEqualTo(new dev.millrace.queue.Element.Dequeue(MAIL_NAME, Pid.of("a"), Task.NO_LEASE));
  }

  @Test
  void leaseZeroIsNotTheSameAsNoLease() {
    var dequeue = (dev.millrace.queue.Element.Dequeue) adapt(of(DEQUEUE.clone().setLease(0)));
    var move = (dev.millrace.queue.Element.Move) adapt(of(MOVE.clone().setLease(0)));
    var release = (dev.millrace.queue.Element.Release) adapt(of(RELEASE.clone().setLease(0)));

    assertThat(dequeue.lease()).isEqualTo(ElementAdapter.NEVER_GRANTED);
    assertThat(move.lease()).isEqualTo(ElementAdapter.NEVER_GRANTED);
    assertThat(release.lease()).isEqualTo(ElementAdapter.NEVER_GRANTED);
  }

  @Test
  void leaseBeyond63BitsIsNobodysLease() {
    var dequeue = (dev.millrace.queue.Element.Dequeue) adapt(of(DEQUEUE.clone().setLease(-7)));

    assertThat(dequeue.lease()).isNegative();
  }

  @Test
  void renewalIsForAMinuteUnlessItSays() {
    assertThat(adapt(of(RENEW.clone().setPid(bytes("a")))))
        .isEqualTo(new dev.millrace.queue.Element.Renew(MAIL_NAME, Pid.of("a"), 7, 60_000));
    assertThat(adapt(of(RENEW.clone().setLeaseTime(seconds(5)))))
        .isEqualTo(new dev.millrace.queue.Element.Renew(MAIL_NAME, Pid.EMPTY, 7, 5000));
  }

  @Test
  void releaseWithDelayZeroDoesNotMeanTheBackoff() {
    var release =
        (dev.millrace.queue.Element.Release) adapt(of(RELEASE.clone().setDelay(seconds(0))));

    assertThat(release.start()).isEqualTo(new Start.After(0));
  }

  @Test
  void failedReleaseCarriesItsReason() {
    assertThat(adapt(of(RELEASE.clone().setPid(bytes("a")).setFailed(true).setReason("no disk"))))
        .isEqualTo(
            new dev.millrace.queue.Element.Release(
                MAIL_NAME, Pid.of("a"), 7, new Start.Now(), true, "no disk"));
  }

  @Test
  void moveStaysWhereItDoesNotSay() {
    var move = (dev.millrace.queue.Element.Move) adapt(of(MOVE.clone()));
    var toEmpty =
        (dev.millrace.queue.Element.Move)
            adapt(of(MOVE.clone().setToQueue(Queue.getDefaultInstance()).setToFifo(false)));

    assertThat(move)
        .isEqualTo(
            new dev.millrace.queue.Element.Move(
                MAIL_NAME,
                Pid.of("a"),
                Task.NO_LEASE,
                MAIL_NAME,
                Pid.of("a"),
                new Start.Now(),
                false));
    assertThat(toEmpty).isEqualTo(move);
  }

  @Test
  void moveNamesItsTarget() {
    var move =
        (dev.millrace.queue.Element.Move)
            adapt(
                of(
                    MOVE.clone()
                        .setLease(7)
                        .setToQueue(queue("done"))
                        .setToFifo(true)
                        .setDelay(seconds(1))
                        .setResetAttempts(true)));

    assertThat(move)
        .isEqualTo(
            new dev.millrace.queue.Element.Move(
                MAIL_NAME,
                Pid.of("a"),
                7,
                QueueName.of("done"),
                null,
                new Start.After(1000),
                true));
  }

  @Test
  void conditionsHaveTheirCounterparts() {
    var task = TaskName.newBuilder().setQueue(MAIL).setPid(bytes("a"));

    assertThat(adapt(expect(Condition.newBuilder().setTaskExists(task))))
        .isEqualTo(expects(new dev.millrace.queue.Condition.TaskExists(MAIL_NAME, Pid.of("a"))));
    assertThat(adapt(expect(Condition.newBuilder().setTaskAbsent(task))))
        .isEqualTo(expects(new dev.millrace.queue.Condition.TaskAbsent(MAIL_NAME, Pid.of("a"))));
    assertThat(adapt(expect(Condition.newBuilder().setQueueAtMost(bound(5)))))
        .isEqualTo(expects(new dev.millrace.queue.Condition.QueueAtMost(MAIL_NAME, 5)));
    assertThat(adapt(expect(Condition.newBuilder().setQueueAtMost(bound(-1)))))
        .isEqualTo(
            expects(new dev.millrace.queue.Condition.QueueAtMost(MAIL_NAME, Long.MAX_VALUE)));
  }

  @Test
  void requestIdIsTakenOver() {
    var command =
        UpdateAdapter.command(
            update(enqueue(MAIL, "a")).toBuilder().setRequest(request("me", 3)).build(),
            Limits.DEFAULT,
            "");

    assertThat(command.request()).isEqualTo(new RequestId("me", 3));
  }

  static Stream<Arguments> badElements() {
    return Stream.of(
        arguments("no kind", Element.newBuilder(), ErrorCode.INVALID),
        arguments("no queue", of(Enqueue.newBuilder()), ErrorCode.INVALID),
        arguments("line in a trace", of(ENQUEUE.clone().setTrace("a\nb")), ErrorCode.INVALID),
        arguments("letter in a trace", of(ENQUEUE.clone().setTrace("\u00e9")), ErrorCode.INVALID),
        arguments("long trace", of(ENQUEUE.clone().setTrace("t".repeat(569))), ErrorCode.TOO_LARGE),
        arguments("no name", of(ENQUEUE.clone().setQueue(queue(""))), ErrorCode.INVALID),
        arguments(
            "control character", of(ENQUEUE.clone().setQueue(queue("a\nb"))), ErrorCode.INVALID),
        arguments(
            "long name", of(ENQUEUE.clone().setQueue(queue("n".repeat(513)))), ErrorCode.TOO_LARGE),
        arguments(
            "long group",
            of(ENQUEUE.clone().setQueue(queue("g".repeat(513), "n"))),
            ErrorCode.TOO_LARGE),
        arguments("long PID", of(ENQUEUE.clone().setPid(bytes(1025))), ErrorCode.TOO_LARGE),
        arguments(
            "long data", of(ENQUEUE.clone().setData(bytes((1 << 20) + 1))), ErrorCode.TOO_LARGE),
        arguments("negative delay", of(ENQUEUE.clone().setDelay(seconds(-1))), ErrorCode.INVALID),
        arguments(
            "long delay",
            of(ENQUEUE.clone().setDelay(seconds(101L * 366 * 86_400))),
            ErrorCode.INVALID),
        arguments(
            "nanos",
            of(ENQUEUE.clone().setDelay(Duration.newBuilder().setNanos(1_000_000_000))),
            ErrorCode.INVALID),
        arguments(
            "past 1970",
            of(ENQUEUE.clone().setNotBefore(Timestamp.newBuilder().setSeconds(-1))),
            ErrorCode.INVALID),
        arguments(
            "unknown on_conflict", of(ENQUEUE.clone().setOnConflictValue(99)), ErrorCode.INVALID),
        arguments(
            "empty only_if",
            of(ENQUEUE.clone().setOnlyIf(Condition.newBuilder())),
            ErrorCode.INVALID),
        arguments("no queue", of(Dequeue.newBuilder()), ErrorCode.INVALID),
        arguments("long PID", of(DEQUEUE.clone().setPid(bytes(1025))), ErrorCode.TOO_LARGE),
        arguments("no queue", of(Renew.newBuilder()), ErrorCode.INVALID),
        arguments("no lease time", of(RENEW.clone().setLeaseTime(seconds(0))), ErrorCode.INVALID),
        arguments(
            "long lease time",
            of(RENEW.clone().setLeaseTime(seconds(101L * 366 * 86_400))),
            ErrorCode.INVALID),
        arguments("no queue", of(Release.newBuilder()), ErrorCode.INVALID),
        arguments(
            "long reason", of(RELEASE.clone().setReason("r".repeat(1025))), ErrorCode.TOO_LARGE),
        arguments("negative delay", of(RELEASE.clone().setDelay(seconds(-1))), ErrorCode.INVALID),
        arguments("no queue", of(Move.newBuilder()), ErrorCode.INVALID),
        arguments("long target PID", of(MOVE.clone().setToPid(bytes(1025))), ErrorCode.TOO_LARGE),
        arguments(
            "another group",
            of(MOVE.clone().setToQueue(queue("other", "mail"))),
            ErrorCode.INVALID),
        arguments(
            "another group, no name",
            of(MOVE.clone().setToQueue(queue("other", ""))),
            ErrorCode.INVALID),
        arguments("empty condition", expect(Condition.newBuilder()), ErrorCode.INVALID),
        arguments(
            "condition without queue",
            expect(Condition.newBuilder().setTaskExists(TaskName.newBuilder())),
            ErrorCode.INVALID),
        arguments(
            "bound without queue",
            expect(Condition.newBuilder().setQueueAtMost(QueueBound.newBuilder())),
            ErrorCode.INVALID));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badElements")
  void badElementIsRefusedByItsNumber(String what, Element.Builder bad, ErrorCode code) {
    var request = update(enqueue(MAIL, "a"), bad.build());

    var problem = refusalOf(() -> UpdateAdapter.command(request, Limits.DEFAULT, ""));

    assertThat(problem.code()).as(what).isEqualTo(code);
    assertThat(problem.element()).isEqualTo(1);
  }

  @Test
  void everythingAtItsLimitIsTaken() {
    var atLimit =
        of(
            Enqueue.newBuilder()
                .setQueue(queue("g".repeat(512), "ü".repeat(256)))
                .setPid(bytes(1024))
                .setData(bytes(1 << 20))
                .setDelay(seconds(36_525L * 86_400)));

    var enqueue = (dev.millrace.queue.Element.Enqueue) adapt(atLimit);

    assertThat(enqueue.data().length()).isEqualTo(1 << 20);
  }

  @Test
  void limitOfDataIsTheConfiguredOne() {
    var small = new Limits(3, 10, 10, 10, 10, 10, 10);
    var request = update(of(ENQUEUE.clone().setData(bytes("four"))).build());

    var problem = refusalOf(() -> UpdateAdapter.command(request, small, ""));

    assertThat(problem.code()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void updateWithoutElementsIsRefused() {
    var problem =
        refusalOf(
            () -> UpdateAdapter.command(UpdateRequest.getDefaultInstance(), Limits.DEFAULT, ""));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void elementsOfTwoGroupsAreRefused() {
    var request = update(enqueue(MAIL, "a"), enqueue(queue("other", "mail"), "a"));

    var problem = refusalOf(() -> UpdateAdapter.command(request, Limits.DEFAULT, ""));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.element()).isEqualTo(1);
  }

  @Test
  void tenThousandElementsAreTakenAndNoneMore() {
    var most =
        UpdateRequest.newBuilder().addAllElements(Collections.nCopies(10_000, enqueue(MAIL, "a")));

    assertThat(UpdateAdapter.command(most.build(), Limits.DEFAULT, "").elements()).hasSize(10_000);
    var tooMany = most.addElements(enqueue(MAIL, "b")).build();
    var problem = refusalOf(() -> UpdateAdapter.command(tooMany, Limits.DEFAULT, ""));

    assertThat(problem.code()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void badRequestIdIsRefused() {
    var request = update(enqueue(MAIL, "a")).toBuilder();

    var noClient = refusalOf(() -> adaptWith(request.setRequest(request("", 1))));
    var noSequence = refusalOf(() -> adaptWith(request.setRequest(request("me", 0))));
    var hugeSequence = refusalOf(() -> adaptWith(request.setRequest(request("me", -1))));

    assertThat(noClient.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(noSequence.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(hugeSequence.code()).isEqualTo(ErrorCode.INVALID);
  }

  private static dev.millrace.queue.Element adapt(Element.Builder element) {
    return adaptWith(UpdateRequest.newBuilder().addElements(element)).elements().getFirst();
  }

  private static dev.millrace.queue.Command.Update adaptWith(UpdateRequest.Builder request) {
    return UpdateAdapter.command(request.build(), Limits.DEFAULT, "");
  }

  private static Element.Builder of(Enqueue.Builder enqueue) {
    return Element.newBuilder().setEnqueue(enqueue);
  }

  private static Element.Builder of(Dequeue.Builder dequeue) {
    return Element.newBuilder().setDequeue(dequeue);
  }

  private static Element.Builder of(Renew.Builder renew) {
    return Element.newBuilder().setRenew(renew);
  }

  private static Element.Builder of(Release.Builder release) {
    return Element.newBuilder().setRelease(release);
  }

  private static Element.Builder of(Move.Builder move) {
    return Element.newBuilder().setMove(move);
  }

  private static Element.Builder expect(Condition.Builder condition) {
    return Element.newBuilder().setExpect(condition);
  }

  private static dev.millrace.queue.Element expects(dev.millrace.queue.Condition condition) {
    return new dev.millrace.queue.Element.Expect(condition);
  }

  private static QueueBound bound(long tasks) {
    return QueueBound.newBuilder().setQueue(MAIL).setTasks(tasks).build();
  }
}
