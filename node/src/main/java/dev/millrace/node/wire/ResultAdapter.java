package dev.millrace.node.wire;

import dev.millrace.api.v1.ElementResult.Outcome;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Pid;

/** What the elements of an update did. */
final class ResultAdapter {
  private ResultAdapter() {}

  static dev.millrace.api.v1.ElementResult result(ElementResult result) {
    return switch (result) {
      case ElementResult.Created(var pid) -> of(Outcome.CREATED, pid).build();
      case ElementResult.CreatedAll(var first, int tasks) ->
          of(Outcome.CREATED, first).setTasks(tasks).build();
      case ElementResult.Collapsed(var pid, var existing) ->
          of(Outcome.COLLAPSED, pid).setExisting(TaskAdapter.state(existing)).build();
      case ElementResult.Replaced(var pid, var existing) ->
          of(Outcome.REPLACED, pid).setExisting(TaskAdapter.state(existing)).build();
      case ElementResult.RunsAgain(var pid) -> of(Outcome.RUNS_AGAIN, pid).build();
      case ElementResult.Skipped() -> of(Outcome.SKIPPED, Pid.EMPTY).build();
      case ElementResult.Removed(var pid) -> of(Outcome.REMOVED, pid).build();
      case ElementResult.Requeued(var pid) -> of(Outcome.REQUEUED, pid).build();
      case ElementResult.Renewed(var pid, long untilMillis) ->
          of(Outcome.RENEWED, pid).setDeadline(TimeAdapter.timestamp(untilMillis)).build();
      case ElementResult.Released(var pid, long untilMillis) -> released(pid, untilMillis);
      case ElementResult.DeadLettered(var queue, var pid) ->
          of(Outcome.DEAD_LETTERED, pid).setMovedTo(QueueAdapter.queue(queue)).build();
      case ElementResult.Moved(var queue, var pid) ->
          of(Outcome.MOVED, pid).setMovedTo(QueueAdapter.queue(queue)).build();
      case ElementResult.Holds() -> of(Outcome.HOLDS, Pid.EMPTY).build();
    };
  }

  private static dev.millrace.api.v1.ElementResult released(Pid pid, long untilMillis) {
    var released = of(Outcome.RELEASED, pid);
    if (untilMillis != 0) {
      released.setDeadline(TimeAdapter.timestamp(untilMillis));
    }
    return released.build();
  }

  private static dev.millrace.api.v1.ElementResult.Builder of(Outcome outcome, Pid pid) {
    return dev.millrace.api.v1.ElementResult.newBuilder()
        .setOutcome(outcome)
        .setPid(BytesAdapter.bytes(pid));
  }
}
