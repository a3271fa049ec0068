package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import io.grpc.Context;
import io.grpc.Deadline;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and until when an answer is of use.
 *
 * @param expiryNanos {@link System#nanoTime} of the call's deadline; {@link Long#MAX_VALUE} for
 *     none
 * @param path that of its client; null for one that isn't told from others
 */
record Caller(String address, long expiryNanos, @Nullable CommandPath path) {
  /** The caller of the call that this thread is handling: a client with its connection. */
  static Caller current() {
    Context context = Context.current();
    return new Caller(
        CallerAddress.of(context), expiryNanos(context.getDeadline()), Connections.of(context));
  }

  /** The caller of a stream, which is a client of its own. */
  static Caller ofStream(CommandPath path) {
    Caller caller = current();
    return new Caller(caller.address, caller.expiryNanos, path.forClient(caller.address));
  }

  /** The path of its client; the other one if it is told from nobody. */
  CommandPath pathOr(CommandPath other) {
    return path == null ? other : path;
  }

  private static long expiryNanos(@Nullable Deadline deadline) {
    if (deadline == null) {
      return Long.MAX_VALUE;
    }
    long expiry = System.nanoTime() + deadline.timeRemaining(TimeUnit.NANOSECONDS);
    return expiry == Long.MAX_VALUE ? expiry - 1 : expiry;
  }
}
