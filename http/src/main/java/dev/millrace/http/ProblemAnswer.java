package dev.millrace.http;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.Durations;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The answer to a call that failed: the problem as JSON, and a status that proxies understand. */
final class ProblemAnswer {
  private ProblemAnswer() {}

  static Answer of(Status status, Metadata trailers) {
    Problem problem = problem(status, trailers).orElseGet(() -> unexplained(status));
    Map<String, String> headers = new HashMap<>();
    if (problem.hasRetryAfter()) {
      long millis = Durations.toMillis(problem.getRetryAfter());
      headers.put("retry-after", String.valueOf(Math.max(1, (millis + 999) / 1000)));
    }
    int code = httpStatus(problem.getCode());
    if (code == 401) {
      headers.put("www-authenticate", "Bearer");
    }
    return Answer.problem(code, problem, headers);
  }

  private static Optional<Problem> problem(Status status, Metadata trailers) {
    var details = StatusProto.fromStatusAndTrailers(status, trailers);
    for (Any detail : details.getDetailsList()) {
      if (detail.is(Problem.class)) {
        try {
          return Optional.of(detail.unpack(Problem.class));
        } catch (InvalidProtocolBufferException e) {
          throw new IllegalStateException("the node's own problem can't be read", e);
        }
      }
    }
    return Optional.empty();
  }

  /** What ends a call before the service sees it carries no problem. */
  private static Problem unexplained(Status status) {
    String reason = status.getDescription();
    return Problem.newBuilder()
        .setCode(
            switch (status.getCode()) {
              case UNAVAILABLE, CANCELLED -> ErrorCode.OUTCOME_UNKNOWN;
              case UNAUTHENTICATED -> ErrorCode.UNAUTHENTICATED;
              case PERMISSION_DENIED -> ErrorCode.PERMISSION_DENIED;
              case INVALID_ARGUMENT -> ErrorCode.INVALID;
              default -> ErrorCode.INTERNAL;
            })
        .setMessage(reason == null ? "the call ended with " + status.getCode() : reason)
        .build();
  }

  /** The table of docs/http.md. */
  static int httpStatus(ErrorCode code) {
    return switch (code) {
      case INVALID -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, LEASE_LOST, CONFLICT, SUPERSEDED -> 409;
      case REQUEST_TOO_OLD -> 410;
      case CONDITION_FAILED -> 412;
      case TOO_LARGE -> 413;
      case NOT_OWNER -> 421;
      case QUEUE_FULL, OVERLOADED -> 429;
      case STOPPING, DEADLINE_PASSED -> 503;
      // Not one that is repeated by itself: it may have happened.
      case OUTCOME_UNKNOWN -> 504;
      case DISK_FULL -> 507;
      case INTERNAL, ERROR_CODE_UNSPECIFIED, UNRECOGNIZED -> 500;
    };
  }
}
