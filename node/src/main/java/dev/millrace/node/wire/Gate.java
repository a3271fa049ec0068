package dev.millrace.node.wire;

import dev.millrace.node.access.Access;
import dev.millrace.node.access.Access.Proof;
import dev.millrace.node.access.Principal;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import io.grpc.Context;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who is let in, and the calls of those who were. Without an {@link Access} it is open: everybody
 * is {@link Principal#ANYONE}.
 *
 * <p>A call is judged when it begins. {@link #sweep} ends those whose principal has gone since, or
 * has other rules: a stream may be open for days.
 */
public final class Gate {
  private static final Problem ENDED =
      new Problem(
          ErrorCode.OUTCOME_UNKNOWN,
          "the token or certificate holds no longer, or other rules do: call again");

  private static final Context.Key<Principal> PRINCIPAL = Context.key("principal");

  private final InstantSource clock;
  private final Audit audit;
  private final Set<GuardedCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private volatile Optional<Access> access;

  private Gate(Optional<Access> access, InstantSource clock, Audit audit) {
    this.access = access;
    this.clock = clock;
    this.audit = audit;
  }

  /** One that lets everybody in. */
  public static Gate open(Audit audit) {
    return new Gate(Optional.empty(), InstantSource.system(), audit);
  }

  public static Gate of(Access access, InstantSource clock, Audit audit) {
    return new Gate(Optional.of(access), clock, audit);
  }

  boolean isOpen() {
    return access.isEmpty();
  }

  public Audit audit() {
    return audit;
  }

  /** Lets in whom this names, and from now on nobody else. */
  public void change(Access next) {
    access = Optional.of(next);
    sweep();
  }

  /** Ends the calls of those who would not be let in any more. To be called from time to time. */
  public void sweep() {
    Access current = access.orElse(null);
    if (current == null) {
      return;
    }
    var now = clock.instant();
    for (GuardedCall<?, ?> call : open) {
      if (!current.holds(call.proof(), call.principal(), now)) {
        call.end(ENDED);
      }
    }
  }

  Access.Finding find(Proof proof) {
    return access.orElse(Access.NONE).find(proof, clock.instant());
  }

  void add(GuardedCall<?, ?> call) {
    open.add(call);
    // The access may have changed since the call was judged.
    if (!access.orElse(Access.NONE).holds(call.proof(), call.principal(), clock.instant())) {
      call.end(ENDED);
    }
  }

  void remove(GuardedCall<?, ?> call) {
    open.remove(call);
  }

  static Context with(Context context, Principal principal) {
    return context.withValue(PRINCIPAL, principal);
  }

  /** Who makes the call of this context. One that nobody has judged is nobody's. */
  Principal principal(Context context) {
    if (isOpen()) {
      return Principal.ANYONE;
    }
    Principal principal = PRINCIPAL.get(context);
    if (principal == null) {
      throw new QueueException(
          new Problem(ErrorCode.UNAUTHENTICATED, "the call was not authenticated"));
    }
    return principal;
  }
}
