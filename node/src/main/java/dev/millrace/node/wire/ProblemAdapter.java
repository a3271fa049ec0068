package dev.millrace.node.wire;

import com.google.protobuf.Any;
import com.google.rpc.Status;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;

/** Problems as messages, and as failures of a call with the message in the status details. */
final class ProblemAdapter {
  private ProblemAdapter() {}

  static StatusRuntimeException exception(Problem problem) {
    return StatusProto.toStatusRuntimeException(
        Status.newBuilder()
            .setCode(StatusCode.of(problem.code()).value())
            .setMessage(problem.message())
            .addDetails(Any.pack(message(problem)))
            .build());
  }

  static dev.millrace.api.v1.Problem message(Problem problem) {
    var message =
        dev.millrace.api.v1.Problem.newBuilder()
            .setCode(code(problem.code()))
            .setMessage(problem.message());
    if (problem.element() != Problem.NO_ELEMENT) {
      message.setElement(problem.element());
    }
    long retryMillis =
        problem.retryMillis() > 0 ? problem.retryMillis() : retryAfterMillis(problem.code());
    if (retryMillis > 0) {
      message.setRetryAfter(TimeAdapter.duration(retryMillis));
    }
    return message.build();
  }

  /**
   * For a problem that doesn't say it: long enough for a queue to shrink, for a person or a restart
   * to help; 0 for none.
   */
  private static long retryAfterMillis(ErrorCode code) {
    return switch (code) {
      case OVERLOADED -> 100;
      case DISK_FULL, STOPPING -> 1000;
      default -> 0;
    };
  }

  private static dev.millrace.api.v1.ErrorCode code(ErrorCode code) {
    return switch (code) {
      case INVALID -> dev.millrace.api.v1.ErrorCode.INVALID;
      case NOT_FOUND -> dev.millrace.api.v1.ErrorCode.NOT_FOUND;
      case ALREADY_EXISTS -> dev.millrace.api.v1.ErrorCode.ALREADY_EXISTS;
      case LEASE_LOST -> dev.millrace.api.v1.ErrorCode.LEASE_LOST;
      case CONDITION_FAILED -> dev.millrace.api.v1.ErrorCode.CONDITION_FAILED;
      case QUEUE_FULL -> dev.millrace.api.v1.ErrorCode.QUEUE_FULL;
      case TOO_LARGE -> dev.millrace.api.v1.ErrorCode.TOO_LARGE;
      case CONFLICT -> dev.millrace.api.v1.ErrorCode.CONFLICT;
      case REQUEST_TOO_OLD -> dev.millrace.api.v1.ErrorCode.REQUEST_TOO_OLD;
      case OVERLOADED -> dev.millrace.api.v1.ErrorCode.OVERLOADED;
      case DISK_FULL -> dev.millrace.api.v1.ErrorCode.DISK_FULL;
      case OUTCOME_UNKNOWN -> dev.millrace.api.v1.ErrorCode.OUTCOME_UNKNOWN;
      case NOT_OWNER -> dev.millrace.api.v1.ErrorCode.NOT_OWNER;
      case STOPPING -> dev.millrace.api.v1.ErrorCode.STOPPING;
      case DEADLINE_PASSED -> dev.millrace.api.v1.ErrorCode.DEADLINE_PASSED;
      case SUPERSEDED -> dev.millrace.api.v1.ErrorCode.SUPERSEDED;
      case INTERNAL -> dev.millrace.api.v1.ErrorCode.INTERNAL;
      case UNAUTHENTICATED -> dev.millrace.api.v1.ErrorCode.UNAUTHENTICATED;
      case PERMISSION_DENIED -> dev.millrace.api.v1.ErrorCode.PERMISSION_DENIED;
    };
  }
}
