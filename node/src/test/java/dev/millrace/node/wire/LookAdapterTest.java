package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.TaskState;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Kind;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LookAdapterTest {
  private static final PeekRequest PEEK = PeekRequest.newBuilder().setQueue(queue("mail")).build();

  @Test
  void peekShowsHundredTasksFromTheFirstUnlessItSays() {
    assertThat(LookAdapter.peek(PEEK))
        .isEqualTo(new Command.Peek(QueueName.of("mail"), Pid.EMPTY, null, null, null, 100));
  }

  @Test
  void peekCarriesAllItsFields() {
    var request =
        PEEK.toBuilder()
            .setFromPid(bytes("a"))
            .setAfterPid(bytes("b"))
            .setMaxPid(bytes("c"))
            .setState(TaskState.LEASED)
            .setMaxTasks(1000)
            .build();

    assertThat(LookAdapter.peek(request))
        .isEqualTo(
            new Command.Peek(
                QueueName.of("mail"), Pid.of("a"), Pid.of("b"), Pid.of("c"), Kind.LEASED, 1000));
  }

  static Stream<Arguments> badPeeks() {
    return Stream.of(
        arguments("no queue", PeekRequest.newBuilder(), ErrorCode.INVALID),
        arguments("many tasks", PEEK.toBuilder().setMaxTasks(1001), ErrorCode.TOO_LARGE),
        arguments("unknown state", PEEK.toBuilder().setStateValue(9), ErrorCode.INVALID),
        arguments("long from", PEEK.toBuilder().setFromPid(bytes(1025)), ErrorCode.TOO_LARGE),
        arguments("long after", PEEK.toBuilder().setAfterPid(bytes(1025)), ErrorCode.TOO_LARGE),
        arguments("long max", PEEK.toBuilder().setMaxPid(bytes(1025)), ErrorCode.TOO_LARGE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badPeeks")
  void badPeekIsRefused(String what, PeekRequest.Builder bad, ErrorCode code) {
    var problem = refusalOf(() -> LookAdapter.peek(bad.build()));

    assertThat(problem.code()).as(what).isEqualTo(code);
  }

  @Test
  void getNeedsAQueue() {
    var problem = refusalOf(() -> LookAdapter.get(GetRequest.getDefaultInstance()));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void pageEndsEarlyWhenItsDataGetsLarge() {
    var peeked = peeked(20, 1 << 20);

    var reply = LookAdapter.peeked(answer(peeked), peeked, false, Limits.DEFAULT);

    assertThat(reply.getTasksCount()).isEqualTo(9);
    assertThat(reply.getMore()).isTrue();
  }

  @Test
  void pageWithoutDataIsWhole() {
    var peeked = peeked(20, 1 << 20);

    var reply = LookAdapter.peeked(answer(peeked), peeked, true, Limits.DEFAULT);

    assertThat(reply.getTasksCount()).isEqualTo(20);
    assertThat(reply.getMore()).isFalse();
    assertThat(reply.getTasks(0).getData()).isEmpty();
  }

  private static Peeked peeked(int tasks, int dataBytes) {
    var data = Payload.of(new byte[dataBytes]);
    var task = new Task(Pid.of("a"), data, new Available(), 0, 0, Task.Past.NONE, null);
    return new Peeked(QueueName.of("mail"), Collections.nCopies(tasks, task), null);
  }

  private static Answer answer(Peeked peeked) {
    return new Answer(0, 1, peeked);
  }
}
