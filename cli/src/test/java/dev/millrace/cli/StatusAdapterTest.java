package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.rpc.Status;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusAdapterTest {
  private final StatusAdapter adapter = new StatusAdapter(new ServerAddress("127.0.0.1", 7411));

  @ParameterizedTest
  @CsvSource({
    "INVALID, 2",
    "NOT_FOUND, 3",
    "ALREADY_EXISTS, 4",
    "LEASE_LOST, 4",
    "CONDITION_FAILED, 4",
    "QUEUE_FULL, 4",
    "TOO_LARGE, 2",
    "CONFLICT, 4",
    "REQUEST_TOO_OLD, 6",
    "OVERLOADED, 5",
    "DISK_FULL, 5",
    "OUTCOME_UNKNOWN, 6",
    "NOT_OWNER, 5",
    "STOPPING, 5",
    "DEADLINE_PASSED, 5",
    "SUPERSEDED, 4",
    "INTERNAL, 1",
    "UNAUTHENTICATED, 8",
    "PERMISSION_DENIED, 8",
  })
  void exitCodeTellsWhatTheCallerMayConclude(ErrorCode code, int exitCode) {
    assertThat(StatusAdapter.exitCode(code).number()).isEqualTo(exitCode);
  }

  @Test
  void problemInTheStatusIsWhatFailed() {
    var problem =
        Problem.newBuilder()
            .setCode(ErrorCode.OVERLOADED)
            .setMessage("too much\nto do")
            .setElement(3)
            .setRetryAfter(WireTime.duration(Duration.ofMillis(250)))
            .build();

    var failure = adapter.failedChange(failed(problem));

    assertThat(failure.line()).isEqualTo("millrace: OVERLOADED: too much\\nto do");
    assertThat(failure.exitCode()).isEqualTo(ExitCode.TRY_LATER);
    assertThat(failure.element()).isEqualTo(3);
    assertThat(failure.retryAfter()).contains(Duration.ofMillis(250));
  }

  @Test
  void codeOfANewerServerIsShownByNumber() {
    var failure = adapter.failedRead(failed(Problem.newBuilder().setCodeValue(99).build()));

    assertThat(failure.code()).isEqualTo("ERROR_99");
    assertThat(failure.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void refusedConnectionChangedNothing() {
    var refused = Code.UNAVAILABLE.toStatus().withCause(new ConnectException("refused"));

    var failure = adapter.failedChange(refused.asRuntimeException());

    assertThat(failure.exitCode()).isEqualTo(ExitCode.TRY_LATER);
    assertThat(failure.line())
        .isEqualTo(
            "millrace: UNREACHABLE: no server at 127.0.0.1:7411; start one with: millrace serve");
  }

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE", "DEADLINE_EXCEEDED"})
  void changeWithoutAnAnswerMayHaveHappened(Code code) {
    var unanswered = code.toStatus().asRuntimeException();

    assertThat(adapter.failedChange(unanswered).exitCode()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
    assertThat(adapter.failedRead(unanswered).exitCode()).isEqualTo(ExitCode.TRY_LATER);
  }

  @Test
  void callThatNeverLeftChangedNothing() {
    var waiting =
        Code.DEADLINE_EXCEEDED
            .toStatus()
            .withDescription("deadline exceeded after 1s. [open=[[waiting_for_connection]]]");

    assertThat(adapter.failedChange(waiting.asRuntimeException()).exitCode())
        .isEqualTo(ExitCode.TRY_LATER);
  }

  private static StatusRuntimeException failed(Problem problem) {
    return StatusProto.toStatusRuntimeException(
        Status.newBuilder()
            .setCode(Code.RESOURCE_EXHAUSTED.value())
            .addDetails(Any.pack(problem))
            .build());
  }
}
