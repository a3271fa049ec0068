package dev.millrace.node.wire;

import io.grpc.Context;
import io.grpc.Deadline;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and until when an answer is of use.
 *
 * @param expiryNanos {@link System#nanoTime} of the call's deadline; {@link Long#MAX_VALUE} for
 *     none
 */
record Caller(String address, long expiryNanos) {
  /** The caller of the call that this thread is handling. */
  static Caller current() {
    Context context = Context.current();
    return new Caller(CallerAddress.of(context), expiryNanos(context.getDeadline()));
  }

  private static long expiryNanos(@Nullable Deadline deadline) {
    if (deadline == null) {
      return Long.MAX_VALUE;
    }
    long expiry = System.nanoTime() + deadline.timeRemaining(TimeUnit.NANOSECONDS);
    return expiry == Long.MAX_VALUE ? expiry - 1 : expiry;
  }
}
