package dev.millrace.node.wire;

import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.node.wire.LeaseRoute.Share;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Updates and leases, alone or as calls of a batch or stream: adapts and submits them. */
final class Calls {
  private static final Pending NOTHING_WAITS = () -> {};

  private final CommandPath path;
  private final Limits limits;
  private final AtomicLong lots = new AtomicLong();

  Calls(CommandPath path, Limits limits) {
    this.path = path;
    this.limits = limits;
  }

  /** Starts a call, whose outcome comes to {@code to} once, a failure as its problem. */
  Pending start(Call call, Caller caller, BiConsumer<CallReply, Grants> to) {
    if (!call.hasTimeoutMillis()) {
      return start(call, caller, Long.MAX_VALUE, to);
    }
    int millis = call.getTimeoutMillis();
    return millis < 0
        ? refuse(call, timeoutTooLong(millis), to)
        : start(call, caller.within(millis, System.nanoTime()), millis, to);
  }

  private static Problem timeoutTooLong(int millis) {
    return new Problem(
        ErrorCode.TOO_LARGE,
        "timeout_millis is at most %d, not %s"
            .formatted(Integer.MAX_VALUE, Integer.toUnsignedString(millis)));
  }

  private static Pending refuse(Call call, Problem problem, BiConsumer<CallReply, Grants> to) {
    to.accept(NumberedCall.problem(call.getNumber(), problem), Grants.NONE);
    return NOTHING_WAITS;
  }

  private Pending start(
      Call call, Caller caller, long waitMillisMax, BiConsumer<CallReply, Grants> to) {
    long number = call.getNumber();
    return switch (call.getKindCase()) {
      case UPDATE ->
          update(
              call.getUpdate(),
              caller,
              new NumberedCall<>(number, CallReply.Builder::setUpdate, to));
      case LEASE ->
          lease(
              call.getLease(),
              caller,
              waitMillisMax,
              new NumberedCall<>(number, CallReply.Builder::setLease, to));
      case KIND_NOT_SET ->
          refuse(call, new Problem(ErrorCode.INVALID, "the call is of no known kind"), to);
    };
  }

  /**
   * An update isn't cancelled when its caller goes: whoever sent several in a row can then rely on
   * none being executed without those before it.
   */
  Pending update(UpdateRequest request, Caller caller, Recipient<UpdateReply> to) {
    to.attempt(
        () -> {
          Command.Update update =
              caller.permitted(
                  Command.Update.class, UpdateAdapter.command(request, limits, caller.trace()));
          Durability durability = RequestAdapter.durability(request.getDurability());
          String group = update.elements().getFirst().queue().group();
          var _ =
              Ask.of(path, group, update, durability)
                  .submit(path, caller, answer -> to.attempt(() -> to.reply(updated(answer))));
        });
    return NOTHING_WAITS;
  }

  private static UpdateReply updated(Answer answer) {
    return UpdateAdapter.reply(answer, Replies.of(answer, Reply.Updated.class));
  }

  Pending lease(LeaseRequest request, Caller caller, Recipient<LeaseReply> to) {
    return lease(request, caller, Long.MAX_VALUE, to);
  }

  /** A lease that waits no longer than so, whatever it asks for. */
  private Pending lease(
      LeaseRequest request, Caller caller, long waitMillisMax, Recipient<LeaseReply> to) {
    try {
      return submit(terms(request, caller, waitMillisMax), to);
    } catch (QueueException e) {
      to.problem(e.problem());
    } catch (RuntimeException e) {
      to.problem(Defect.reported(e));
    }
    return NOTHING_WAITS;
  }

  private LeaseTerms terms(LeaseRequest request, Caller caller, long waitMillisMax) {
    Command.Lease lease = LeaseAdapter.command(request, caller.address(), limits);
    return new LeaseTerms(
        caller.permitted(Command.Lease.class, LeaseAdapter.waitingAtMost(waitMillisMax, lease)),
        RequestAdapter.durability(request.getDurability()),
        caller);
  }

  private Pending submit(LeaseTerms terms, Recipient<LeaseReply> to) {
    Command.Lease lease = terms.lease();
    List<Share> shares = LeaseRoute.round(lease.source(), path.slots(), lot(lease.request()));
    return shares.size() == 1 ? submit(terms, shares.getFirst(), to) : scatter(terms, shares, to);
  }

  /** A repeated request must ask the slots in the same order, to find what it was granted. */
  private long lot(@Nullable RequestId request) {
    return request == null ? lots.getAndIncrement() : request.hashCode();
  }

  private Pending submit(LeaseTerms terms, Share share, Recipient<LeaseReply> to) {
    return terms
        .ask(share, terms.lease().maxTasks(), terms.lease().waitMillis())
        .submit(
            path,
            terms.caller(),
            answer ->
                to.attempt(
                    () -> {
                      Reply.Granted granted = Replies.of(answer, Reply.Granted.class);
                      LeaseReply.Builder reply = LeaseReply.newBuilder();
                      LeaseAdapter.add(reply, answer, granted);
                      to.reply(reply.build(), Grants.of(answer, granted));
                    }));
  }

  private Pending scatter(LeaseTerms terms, List<Share> shares, Recipient<LeaseReply> to) {
    // One more grant may take as much as a whole one: half of that still leaves a message.
    ScatteredLease lease = new ScatteredLease(path, terms, shares, limits.grantBytesMax() / 2, to);
    lease.start();
    return lease;
  }
}
