package dev.millrace.node.wire;

import dev.millrace.queue.ErrorCode;
import io.grpc.Status.Code;

/** The gRPC status of each error code; the table of docs/protocol.md, "Problems". */
final class StatusCode {
  private StatusCode() {}

  static Code of(ErrorCode code) {
    return switch (code) {
      case INVALID, TOO_LARGE -> Code.INVALID_ARGUMENT;
      case NOT_FOUND -> Code.NOT_FOUND;
      case ALREADY_EXISTS -> Code.ALREADY_EXISTS;
      case LEASE_LOST, CONDITION_FAILED -> Code.FAILED_PRECONDITION;
      case QUEUE_FULL, OVERLOADED, DISK_FULL -> Code.RESOURCE_EXHAUSTED;
      case CONFLICT, SUPERSEDED -> Code.ABORTED;
      case REQUEST_TOO_OLD -> Code.OUT_OF_RANGE;
      case OUTCOME_UNKNOWN, NOT_OWNER, STOPPING -> Code.UNAVAILABLE;
      case DEADLINE_PASSED -> Code.DEADLINE_EXCEEDED;
      case INTERNAL -> Code.INTERNAL;
      case UNAUTHENTICATED -> Code.UNAUTHENTICATED;
      case PERMISSION_DENIED -> Code.PERMISSION_DENIED;
    };
  }
}
