package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.access.Acl;
import dev.millrace.node.access.Decision;
import dev.millrace.node.access.Principal;
import dev.millrace.queue.Command;
import dev.millrace.queue.QueueException;
import io.grpc.Context;
import io.grpc.Deadline;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, what they may do, and until when an answer is of use.
 *
 * @param expiryNanos {@link System#nanoTime} of the call's deadline; {@link Long#MAX_VALUE} for
 *     none
 * @param path that of its client; null for one that isn't told from others
 * @param trace that the headers of the call name; empty for none, and for a stream, whose calls are
 *     many
 */
record Caller(
    String address,
    long expiryNanos,
    @Nullable CommandPath path,
    Principal principal,
    Audit audit,
    String trace) {
  /** The caller of the call that this thread is handling: a client with its connection. */
  static Caller current(Gate gate) {
    Context context = Context.current();
    return new Caller(
        CallerAddress.of(context),
        expiryNanos(context.getDeadline()),
        Connections.of(context),
        gate.principal(context),
        gate.audit(),
        TraceHeaders.of(context));
  }

  /** The caller of a stream, which is a client of its own. */
  static Caller ofStream(Gate gate, CommandPath path) {
    Caller caller = current(gate);
    return new Caller(
        caller.address,
        caller.expiryNanos,
        path.forClient(caller.address),
        caller.principal,
        caller.audit,
        "");
  }

  /** The caller of one call of many, to which an answer is of use for so long at most. */
  Caller within(int timeoutMillis, long nowNanos) {
    long expiry = expiryNanos(nowNanos, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    // Compared by difference: the clock's zero is anywhere.
    return expiryNanos != Long.MAX_VALUE && expiryNanos - expiry <= 0
        ? this
        : new Caller(address, expiry, path, principal, audit, trace);
  }

  /**
   * The command as far as this caller may have it executed. Every command that is made of a message
   * comes by here before it goes anywhere.
   */
  <C extends Command> C permitted(Class<C> kind, C command) {
    if (principal == Principal.ANYONE) {
      return command;
    }
    return switch (Acl.decide(principal, command)) {
      case Decision.Permitted(var narrowed) -> kind.cast(narrowed);
      case Decision.Denied denied -> throw refused(denied);
    };
  }

  /** Refuses whoever may not look after the server itself. */
  void checkAdministrates() {
    if (!Acl.administers(principal)) {
      throw refused(Acl.notAdministrator(principal));
    }
  }

  private QueueException refused(Decision.Denied denied) {
    audit.denied(principal, address, denied.verb().word(), denied.what());
    return new QueueException(denied.problem());
  }

  /** The path of its client; the other one if it is told from nobody. */
  CommandPath pathOr(CommandPath other) {
    return path == null ? other : path;
  }

  private static long expiryNanos(@Nullable Deadline deadline) {
    return deadline == null
        ? Long.MAX_VALUE
        : expiryNanos(System.nanoTime(), deadline.timeRemaining(TimeUnit.NANOSECONDS));
  }

  private static long expiryNanos(long nowNanos, long leftNanos) {
    long expiry = nowNanos + leftNanos;
    return expiry == Long.MAX_VALUE ? expiry - 1 : expiry;
  }
}
