package dev.millrace.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Turns the status of a failed call into what the caller may conclude. */
final class StatusAdapter {
  /**
   * The transport's exception for an answer that isn't TLS; a name, as it is seen at run time only.
   */
  private static final String NOT_TLS = "NotSslRecordException";

  private final ServerAddress server;

  StatusAdapter(ServerAddress server) {
    this.server = server;
  }

  Failure failedRead(StatusRuntimeException e) {
    return failed(e, ExitCode.TRY_LATER, "");
  }

  Failure failedChange(StatusRuntimeException e) {
    return failed(e, ExitCode.OUTCOME_UNKNOWN, "; the change may or may not have been made");
  }

  /**
   * Without a Problem, the failure comes from the transport.
   *
   * @param unanswered the exit code of a call that was sent and got no answer
   */
  private Failure failed(StatusRuntimeException e, ExitCode unanswered, String conclusion) {
    var problem = problem(e);
    if (problem.isPresent()) {
      return failure(problem.get(), e);
    }
    var untrusted = untrusted(e);
    if (untrusted.isPresent()) {
      return failure(ExitCode.NOT_ALLOWED, "UNTRUSTED", untrusted.get(), e);
    }
    if (isUnreachable(e)) {
      return failure(
          ExitCode.TRY_LATER,
          "UNREACHABLE",
          "no server at %s; start one with: millrace serve".formatted(server),
          e);
    }
    var code = unanswered == ExitCode.OUTCOME_UNKNOWN ? "OUTCOME_UNKNOWN" : "UNREACHABLE";
    return switch (e.getStatus().getCode()) {
      case UNAVAILABLE ->
          failure(
              unanswered,
              code,
              "the connection to %s broke before the answer came%s".formatted(server, conclusion),
              e);
      case DEADLINE_EXCEEDED ->
          failure(unanswered, code, "no answer from %s in time%s".formatted(server, conclusion), e);
      case UNIMPLEMENTED ->
          failure(
              ExitCode.FAILED,
              "UNIMPLEMENTED",
              "the server at %s doesn't know this call; is it Millrace of the same version?"
                  .formatted(server),
              e);
      case UNAUTHENTICATED -> failure(ExitCode.NOT_ALLOWED, "UNAUTHENTICATED", description(e), e);
      case RESOURCE_EXHAUSTED -> failure(ExitCode.INVALID, "TOO_LARGE", description(e), e);
      case INVALID_ARGUMENT -> failure(ExitCode.INVALID, "INVALID", description(e), e);
      default -> failure(ExitCode.FAILED, e.getStatus().getCode().name(), description(e), e);
    };
  }

  /** A failure of a call to a server that speaks TLS, over a connection that doesn't. */
  Failure speaksTls(StatusRuntimeException e) {
    return failure(
        ExitCode.NOT_ALLOWED,
        "UNTRUSTED",
        "the node at %s speaks TLS: use --tls, or --ca FILE with who signed its certificate"
            .formatted(server),
        e);
  }

  /** Why no secure connection came about, if that was it: nothing was sent then. */
  private Optional<String> untrusted(StatusRuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return Optional.of(
            "the certificate of %s is not trusted (%s); --ca names who signed it"
                .formatted(server, cause.getMessage()));
      }
      if (cause.getClass().getSimpleName().equals(NOT_TLS)) {
        return Optional.of(
            "the node at %s doesn't speak TLS: leave out --tls, --ca and --certificate"
                .formatted(server));
      }
      if (cause instanceof SSLException) {
        return cause.getCause() instanceof GeneralSecurityException deeper
            ? Optional.of(
                "the certificate of %s is not trusted (%s); --ca names who signed it"
                    .formatted(server, deeper.getMessage()))
            : Optional.of("no TLS with %s: %s".formatted(server, cause.getMessage()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Problem> problem(StatusRuntimeException e) {
    var status = StatusProto.fromThrowable(e);
    if (status == null) {
      return Optional.empty();
    }
    for (var detail : status.getDetailsList()) {
      if (detail.is(Problem.class)) {
        try {
          return Optional.of(detail.unpack(Problem.class));
        } catch (InvalidProtocolBufferException _) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Failure failure(Problem problem, StatusRuntimeException cause) {
    return new Failure(
        exitCode(problem.getCode()),
        name(problem),
        problem.getMessage(),
        problem.hasRetryAfter() ? WireTime.duration(problem.getRetryAfter()) : null,
        problem.hasElement() ? problem.getElement() : -1,
        cause);
  }

  private static String name(Problem problem) {
    return problem.getCode() == ErrorCode.UNRECOGNIZED
        ? "ERROR_" + problem.getCodeValue()
        : problem.getCode().name();
  }

  static ExitCode exitCode(ErrorCode code) {
    return switch (code) {
      case INVALID, TOO_LARGE -> ExitCode.INVALID;
      case NOT_FOUND -> ExitCode.NOTHING_THERE;
      case ALREADY_EXISTS, LEASE_LOST, CONDITION_FAILED, QUEUE_FULL, CONFLICT, SUPERSEDED ->
          ExitCode.REFUSED;
      case OVERLOADED, DISK_FULL, STOPPING, NOT_OWNER, DEADLINE_PASSED -> ExitCode.TRY_LATER;
      case OUTCOME_UNKNOWN, REQUEST_TOO_OLD -> ExitCode.OUTCOME_UNKNOWN;
      case UNAUTHENTICATED, PERMISSION_DENIED -> ExitCode.NOT_ALLOWED;
      case INTERNAL, ERROR_CODE_UNSPECIFIED, UNRECOGNIZED -> ExitCode.FAILED;
    };
  }

  private static Failure failure(
      ExitCode exitCode, String code, String message, StatusRuntimeException cause) {
    return new Failure(exitCode, code, message, (Duration) null, -1, cause);
  }

  /** Whether no connection came about, so that the call was never sent. */
  private static boolean isUnreachable(StatusRuntimeException e) {
    return switch (e.getStatus().getCode()) {
      case UNAVAILABLE -> isCausedByConnecting(e);
      // Where gRPC tells what a call was waiting for; without the word we assume the worse.
      case DEADLINE_EXCEEDED -> description(e).contains("waiting_for_connection");
      default -> false;
    };
  }

  private static boolean isCausedByConnecting(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  private static String description(StatusRuntimeException e) {
    var description = e.getStatus().getDescription();
    return description == null ? "the server gave no reason" : description;
  }
}
