package dev.millrace.node.wire;

import com.google.protobuf.Any;
import dev.millrace.queue.ErrorCode;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;

/** The problem with which a call ends, as bytes, for those who get no status of gRPC. */
public final class StatusProblem {
  private static final byte[] NONE = {};

  private StatusProblem() {}

  /** The problem of a status; nothing for a call that ends well. */
  public static byte[] bytes(Status status, Metadata trailers) {
    if (status.isOk()) {
      return NONE;
    }
    for (Any detail : StatusProto.fromStatusAndTrailers(status, trailers).getDetailsList()) {
      if (detail.is(dev.millrace.api.v1.Problem.class)) {
        return detail.getValue().toByteArray();
      }
    }
    return bytes(ErrorCode.OUTCOME_UNKNOWN, "the stream ended: " + status.getCode());
  }

  /** The message of the problem that what came can't be understood. */
  public static byte[] invalid(String reason) {
    return bytes(ErrorCode.INVALID, reason);
  }

  private static byte[] bytes(ErrorCode code, String message) {
    return ProblemAdapter.message(new dev.millrace.queue.Problem(code, message)).toByteArray();
  }
}
