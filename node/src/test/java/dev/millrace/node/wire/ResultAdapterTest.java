package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.api.v1.ElementResult.Outcome;
import dev.millrace.api.v1.TaskState;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.TaskState.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultAdapterTest {
  private static final Pid PID = Pid.of("a");

  static Stream<Arguments> results() {
    var at = TimeAdapter.timestamp(2500);
    return Stream.of(
        arguments(new ElementResult.Created(PID), of(Outcome.CREATED)),
        arguments(
            new ElementResult.Collapsed(PID, Kind.DELAYED),
            of(Outcome.COLLAPSED).setExisting(TaskState.DELAYED)),
        arguments(
            new ElementResult.Replaced(PID, Kind.LEASED),
            of(Outcome.REPLACED).setExisting(TaskState.LEASED)),
        arguments(new ElementResult.RunsAgain(PID), of(Outcome.RUNS_AGAIN)),
        arguments(new ElementResult.Skipped(), of(Outcome.SKIPPED).clearPid()),
        arguments(new ElementResult.Removed(PID), of(Outcome.REMOVED)),
        arguments(new ElementResult.Requeued(PID), of(Outcome.REQUEUED)),
        arguments(new ElementResult.Renewed(PID, 2500), of(Outcome.RENEWED).setDeadline(at)),
        arguments(new ElementResult.Released(PID, 2500), of(Outcome.RELEASED).setDeadline(at)),
        arguments(new ElementResult.Released(PID, 0), of(Outcome.RELEASED)),
        arguments(
            new ElementResult.DeadLettered(QueueName.of("dead"), PID),
            of(Outcome.DEAD_LETTERED).setMovedTo(queue("dead"))),
        arguments(
            new ElementResult.Moved(QueueName.of("next"), PID),
            of(Outcome.MOVED).setMovedTo(queue("next"))),
        arguments(new ElementResult.Holds(), of(Outcome.HOLDS).clearPid()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void resultHasItsMessage(
      ElementResult result, dev.millrace.api.v1.ElementResult.Builder message) {
    assertThat(ResultAdapter.result(result)).isEqualTo(message.build());
  }

  private static dev.millrace.api.v1.ElementResult.Builder of(Outcome outcome) {
    return dev.millrace.api.v1.ElementResult.newBuilder().setOutcome(outcome).setPid(bytes("a"));
  }
}
