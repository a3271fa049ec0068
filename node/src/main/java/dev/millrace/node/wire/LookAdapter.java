package dev.millrace.node.wire;

import dev.millrace.api.v1.GetReply;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.PeekReply;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import org.jspecify.annotations.Nullable;

/** Tasks that are looked at without leasing them. */
final class LookAdapter {
  private static final int TASKS = 100;
  private static final int TASKS_MAX = 1000;

  private LookAdapter() {}

  static Command.Get get(GetRequest request) {
    return new Command.Get(
        QueueAdapter.name(request.hasQueue(), request.getQueue()),
        BytesAdapter.pid(request.getPid()));
  }

  static GetReply found(Answer answer, Reply.Found found) {
    return GetReply.newBuilder()
        .setTask(TaskAdapter.task(found.queue(), found.task()))
        .setWitness(RequestAdapter.witness(answer))
        .build();
  }

  static Command.Peek peek(PeekRequest request) {
    return new Command.Peek(
        QueueAdapter.name(request.hasQueue(), request.getQueue()),
        BytesAdapter.pid(request.getFromPid()),
        request.hasAfterPid() ? BytesAdapter.pid(request.getAfterPid()) : null,
        request.hasMaxPid() ? BytesAdapter.pid(request.getMaxPid()) : null,
        state(request),
        RequestAdapter.count("max_tasks", request.getMaxTasks(), TASKS, TASKS_MAX));
  }

  private static @Nullable Kind state(PeekRequest request) {
    return switch (request.getState()) {
      case TASK_STATE_UNSPECIFIED -> null;
      case AVAILABLE -> Kind.AVAILABLE;
      case LEASED -> Kind.LEASED;
      case DELAYED -> Kind.DELAYED;
      case UNRECOGNIZED ->
          throw QueueException.invalid("state has the unknown number %d", request.getStateValue());
    };
  }

  /** The page, which ends early, and says that more follow, when the data in it gets large. */
  static PeekReply peeked(Answer answer, Reply.Peeked peeked, boolean withoutData, Limits limits) {
    PeekReply.Builder reply = PeekReply.newBuilder().setWitness(RequestAdapter.witness(answer));
    long dataBytes = 0;
    for (Task task : peeked.tasks()) {
      if (withoutData) {
        reply.addTasks(TaskAdapter.withoutData(peeked.queue(), task));
      } else if (dataBytes <= limits.grantBytesMax()) {
        reply.addTasks(TaskAdapter.task(peeked.queue(), task));
        dataBytes += task.data().size();
      }
    }
    boolean cut = reply.getTasksCount() < peeked.tasks().size();
    Pid resume = cut ? peeked.tasks().get(reply.getTasksCount() - 1).pid() : peeked.resume();
    if (resume != null) {
      reply.setMore(true).setResumePid(BytesAdapter.bytes(resume));
    }
    return reply.build();
  }
}
