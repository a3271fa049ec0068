package dev.millrace.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Status;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.Metadata;
import io.grpc.protobuf.StatusProto;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;

/**
 * Problems: those that the client has itself, those in a status, and the exceptions they become.
 */
final class Failures {
  /** Stands for one that came in pieces. */
  static final Problem UNREADABLE =
      problem(ErrorCode.INTERNAL, "the server's problem can't be read");

  private Failures() {}

  static Problem problem(ErrorCode code, String message) {
    return Problem.newBuilder().setCode(code).setMessage(message).build();
  }

  /**
   * @param isUnsure whether an earlier try of the call may have been executed
   */
  static MillraceException exception(Problem problem, boolean isUnsure) {
    return switch (problem.getCode()) {
      case LEASE_LOST -> new LeaseLostException(problem, null);
      case INVALID,
          NOT_FOUND,
          ALREADY_EXISTS,
          CONDITION_FAILED,
          QUEUE_FULL,
          TOO_LARGE,
          CONFLICT,
          DISK_FULL,
          NOT_OWNER,
          PERMISSION_DENIED ->
          new RefusedException(problem, null);
      // Said of this try only.
      case OVERLOADED, STOPPING, DEADLINE_PASSED, UNAUTHENTICATED ->
          isUnsure
              ? new OutcomeUnknownException(problem, null)
              : new RefusedException(problem, null);
      case OUTCOME_UNKNOWN,
          REQUEST_TOO_OLD,
          SUPERSEDED,
          INTERNAL,
          ERROR_CODE_UNSPECIFIED,
          UNRECOGNIZED ->
          new OutcomeUnknownException(problem, null);
    };
  }

  /** Whether nothing has changed, and one part of the request may be to blame. */
  static boolean mayBeOfOne(Problem problem) {
    return switch (problem.getCode()) {
      case INVALID,
          NOT_FOUND,
          ALREADY_EXISTS,
          LEASE_LOST,
          CONDITION_FAILED,
          QUEUE_FULL,
          TOO_LARGE,
          PERMISSION_DENIED ->
          true;
      case CONFLICT,
          DISK_FULL,
          NOT_OWNER,
          OVERLOADED,
          STOPPING,
          DEADLINE_PASSED,
          OUTCOME_UNKNOWN,
          REQUEST_TOO_OLD,
          SUPERSEDED,
          INTERNAL,
          UNAUTHENTICATED,
          ERROR_CODE_UNSPECIFIED,
          UNRECOGNIZED ->
          false;
    };
  }

  private static String description(io.grpc.Status status) {
    String description = status.getDescription();
    return description == null ? "the server gave no reason" : description;
  }

  /** A handshake that failed has its reason deep down. */
  private static String whyUntrusted(io.grpc.Status status) {
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException) {
        return "; the certificate of the server is not trusted: " + cause.getMessage();
      }
    }
    return "";
  }

  /** The problem that a failed call carries, or one that says what the transport said. */
  static Problem problem(io.grpc.Status status, @Nullable Metadata trailers) {
    Status details = StatusProto.fromStatusAndTrailers(status, trailers);
    for (Any detail : details.getDetailsList()) {
      if (detail.is(Problem.class)) {
        try {
          return detail.unpack(Problem.class);
        } catch (InvalidProtocolBufferException e) {
          return UNREADABLE;
        }
      }
    }
    String message = status.getCode() + ": " + status.getDescription();
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED -> problem(ErrorCode.TOO_LARGE, message);
      case UNIMPLEMENTED -> problem(ErrorCode.INVALID, message);
      case UNAUTHENTICATED -> problem(ErrorCode.UNAUTHENTICATED, description(status));
      case UNAVAILABLE -> problem(ErrorCode.OUTCOME_UNKNOWN, message + whyUntrusted(status));
      default -> problem(ErrorCode.OUTCOME_UNKNOWN, message);
    };
  }
}
