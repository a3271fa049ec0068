package dev.millrace.node.wire;

import dev.millrace.api.v1.RenewAllReply;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command.RenewAll;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.RenewedAll;
import dev.millrace.queue.Slot;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Renews the leases of a holder, in the slot of a group or in all slots. */
final class RenewAllCall {
  private final Recipient<RenewAllReply> to;

  // Used by one thread at a time, see Gather.
  private long renewed;
  private @Nullable Problem problem;

  RenewAllCall(Recipient<RenewAllReply> to) {
    this.to = to;
  }

  void start(CommandPath path, Caller caller, RenewAllRequest request) {
    String group = QueueAdapter.group(request.getGroup(), request.getAllGroups());
    RenewAll renewAll =
        caller.permitted(
            RenewAll.class,
            new RenewAll(
                LeaseAdapter.holder(request.getHolder(), caller.address()).name(),
                TimeAdapter.leaseMillis(request.hasLeaseTime(), request.getLeaseTime()),
                group));
    Durability durability = RequestAdapter.durability(request.getDurability());
    IntStream slots =
        group == null ? Gather.slots(path) : IntStream.of(Slot.of(group, path.slots()));
    List<Ask> asks = slots.mapToObj(slot -> new Ask(slot, renewAll, durability)).toList();
    Gather.submit(path, caller, asks, to, this::take, this::reply);
  }

  private void take(Answer answer) {
    if (answer.reply() instanceof Failed(var why)) {
      problem = why;
    } else {
      renewed += Replies.of(answer, RenewedAll.class).renewed();
    }
  }

  private void reply() {
    if (problem != null) {
      to.problem(problem);
    } else {
      to.reply(RenewAllReply.newBuilder().setRenewed(renewed).build());
    }
  }
}
