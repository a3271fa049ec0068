package dev.millrace.node.wire;

import dev.millrace.api.v1.DeleteQueueReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command.DeleteMatching;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply.Deleted;
import dev.millrace.queue.Reply.Failed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the matching queues of every group. First every slot counts; when the sum is what the
 * caller expects, each deletes as many as it counted. That is one step a slot, and not one in all.
 */
final class DeleteCall {
  private static final Deleted NOTHING = new Deleted(List.of(), 0, 0);

  private final CommandPath path;
  private final Caller caller;
  private final DeleteMatching delete;
  private final Durability durability;
  private final Recipient<DeleteQueueReply> to;

  // Used by one thread at a time, see Gather.
  private final Map<Integer, Long> counted = new TreeMap<>();
  private Deleted merged = NOTHING;
  private @Nullable Problem problem;

  DeleteCall(
      CommandPath path,
      Caller caller,
      DeleteMatching delete,
      Durability durability,
      Recipient<DeleteQueueReply> to) {
    this.path = path;
    this.caller = caller;
    this.delete = delete;
    this.durability = durability;
    this.to = to;
  }

  void start() {
    List<Ask> asks = Gather.slots(path).mapToObj(slot -> ask(slot, 0, true)).toList();
    Gather.submit(path, caller, asks, to, this::take, this::endCount);
  }

  private Ask ask(int slot, long expectedQueues, boolean dryRun) {
    return new Ask(
        slot, new DeleteMatching(delete.names(), expectedQueues, dryRun, null), durability);
  }

  private void take(Answer answer) {
    if (answer.reply() instanceof Failed(var why)) {
      problem = why;
    } else {
      Deleted deleted = Replies.of(answer, Deleted.class);
      merged = DeleteAdapter.merge(merged, deleted);
      if (deleted.queues() > 0) {
        counted.put(answer.slot(), deleted.queues());
      }
    }
  }

  private void endCount() {
    if (problem != null) {
      to.problem(problem);
    } else if (delete.dryRun()) {
      to.reply(DeleteAdapter.reply(merged));
    } else if (merged.queues() != delete.expectedQueues()) {
      to.problem(
          new Problem(
              ErrorCode.CONFLICT,
              "%d queues match, not %s"
                  .formatted(merged.queues(), Long.toUnsignedString(delete.expectedQueues()))));
    } else {
      merged = NOTHING;
      List<Ask> asks =
          Map.copyOf(counted).entrySet().stream()
              .map(slot -> ask(slot.getKey(), slot.getValue(), false))
              .toList();
      Gather.submit(path, caller, asks, to, this::take, this::endDelete);
    }
  }

  private void endDelete() {
    if (problem == null) {
      to.reply(DeleteAdapter.reply(merged));
    } else if (merged.queues() == 0) {
      to.problem(problem);
    } else {
      to.problem(
          new Problem(
              ErrorCode.OUTCOME_UNKNOWN,
              "deleted %d of %s queues, then failed (%s): look what is left"
                  .formatted(
                      merged.queues(),
                      Long.toUnsignedString(delete.expectedQueues()),
                      problem.message())));
    }
  }
}
