package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import io.grpc.Status.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemAdapterTest {
  /** The table of docs/protocol.md, "Problems". */
  @ParameterizedTest
  @CsvSource({
    "INVALID, INVALID_ARGUMENT",
    "TOO_LARGE, INVALID_ARGUMENT",
    "NOT_FOUND, NOT_FOUND",
    "ALREADY_EXISTS, ALREADY_EXISTS",
    "LEASE_LOST, FAILED_PRECONDITION",
    "CONDITION_FAILED, FAILED_PRECONDITION",
    "QUEUE_FULL, RESOURCE_EXHAUSTED",
    "CONFLICT, ABORTED",
    "REQUEST_TOO_OLD, OUT_OF_RANGE",
    "OVERLOADED, RESOURCE_EXHAUSTED",
    "DISK_FULL, RESOURCE_EXHAUSTED",
    "OUTCOME_UNKNOWN, UNAVAILABLE",
    "NOT_OWNER, UNAVAILABLE",
    "STOPPING, UNAVAILABLE",
    "DEADLINE_PASSED, DEADLINE_EXCEEDED",
    "SUPERSEDED, ABORTED",
    "UNAUTHENTICATED, UNAUTHENTICATED",
    "PERMISSION_DENIED, PERMISSION_DENIED",
    "INTERNAL, INTERNAL",
  })
  void codeHasItsStatus(ErrorCode code, Code status) {
    assertThat(StatusCode.of(code)).isEqualTo(status);
  }

  @ParameterizedTest
  @EnumSource
  void failureCarriesTheProblemInItsDetails(ErrorCode code) {
    var failure = ProblemAdapter.exception(new Problem(code, "a 'reason' – ü", 3));

    var problem = Messages.problem(failure);
    assertThat(problem.getCode().name()).isEqualTo(code.name());
    assertThat(problem.getMessage()).isEqualTo("a 'reason' – ü");
    assertThat(problem.getElement()).isEqualTo(3);
    assertThat(failure.getStatus().getCode()).isEqualTo(StatusCode.of(code));
    assertThat(failure.getStatus().getDescription()).isEqualTo("a 'reason' – ü");
  }

  @Test
  void elementIsAbsentWhenNoneFailed() {
    var problem = ProblemAdapter.message(new Problem(ErrorCode.INVALID, "no"));

    assertThat(problem.hasElement()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"OVERLOADED, 100", "DISK_FULL, 1000", "STOPPING, 1000", "INVALID, 0"})
  void problemThatPassesSaysWhenToTryAgain(ErrorCode code, long millis) {
    var problem = ProblemAdapter.message(new Problem(code, "later"));

    assertThat(problem.hasRetryAfter()).isEqualTo(millis > 0);
    assertThat(TimeAdapter.millis("it", problem.getRetryAfter())).isEqualTo(millis);
  }
}
