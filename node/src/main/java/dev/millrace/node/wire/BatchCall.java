package dev.millrace.node.wire;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import java.util.ArrayList;
import java.util.List;

/** Many calls with one reply, which comes when all have theirs, in the order of the calls. */
final class BatchCall implements Pending {
  static final int CALLS_MAX = 10_000;

  /** Elements of all updates together: each becomes objects that are many times its size. */
  static final int ELEMENTS_MAX = 100_000;

  /** The reply is a message too; what leases hand out beyond this is given back. */
  static final int REPLY_BYTES_MAX = Wire.MESSAGE_BYTES_MAX - (1 << 20);

  private record Outcome(CallReply reply, Grants grants) {}

  private final CommandPath path;
  private final Recipient<BatchReply> to;
  private final Outcome[] outcomes;

  // Guarded by this.
  private final List<Pending> running = new ArrayList<>();
  private int missing;
  private boolean isCancelled;

  BatchCall(CommandPath path, int calls, Recipient<BatchReply> to) {
    this.path = path;
    this.to = to;
    this.outcomes = new Outcome[calls];
    this.missing = calls;
  }

  static void check(BatchRequest request) {
    RequestAdapter.checkListed("calls", request.getCallsCount(), CALLS_MAX);
    int elements = 0;
    for (Call call : request.getCallsList()) {
      elements += UpdateAdapter.size(call.getUpdate());
    }
    RequestAdapter.checkListed("elements", elements, ELEMENTS_MAX);
  }

  void start(Calls calls, BatchRequest request, Caller caller) {
    if (request.getCallsCount() == 0) {
      to.reply(BatchReply.getDefaultInstance());
    }
    for (int i = 0; i < request.getCallsCount(); i++) {
      int place = i;
      keep(
          calls.start(
              request.getCalls(i),
              caller,
              (reply, grants) -> take(place, new Outcome(reply, grants))));
    }
  }

  private void keep(Pending pending) {
    synchronized (this) {
      if (!isCancelled) {
        running.add(pending);
        return;
      }
    }
    pending.cancel();
  }

  private void take(int place, Outcome outcome) {
    boolean isLast;
    synchronized (this) {
      outcomes[place] = outcome;
      isLast = --missing == 0;
    }
    if (isLast) {
      to.attempt(this::reply);
    }
  }

  private void reply() {
    BatchReply.Builder reply = BatchReply.newBuilder();
    List<Grants.Grant> grants = new ArrayList<>();
    long bytes = 0;
    for (Outcome outcome : outcomes) {
      CallReply call = outcome.reply();
      if (call.hasLease() && bytes > 0 && bytes + call.getSerializedSize() > REPLY_BYTES_MAX) {
        outcome.grants().giveBack(path);
        call = NumberedCall.problem(call.getNumber(), tooLarge());
      } else {
        grants.addAll(outcome.grants().list());
      }
      bytes += call.getSerializedSize();
      reply.addReplies(call);
    }
    to.reply(reply.build(), new Grants(grants));
  }

  private static Problem tooLarge() {
    return new Problem(
        ErrorCode.TOO_LARGE,
        "the reply of the batch has no room for these tasks: lease them by another call");
  }

  @Override
  public void cancel() {
    List<Pending> cancelled;
    synchronized (this) {
      isCancelled = true;
      cancelled = List.copyOf(running);
      running.clear();
    }
    cancelled.forEach(Pending::cancel);
  }
}
