package dev.millrace.node.home;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.FrozenLayer.TaskChange;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Position;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A layer written by hand, of slot 0 if none is named. */
final class Sample {
  static final TaskState AVAILABLE = new TaskState.Available();
  static final TaskState DELAYED = new TaskState.Delayed(5000);
  static final TaskState LEASED = leased("me", 6000);

  private final Map<TaskKey, TaskChange> tasks = new HashMap<>();
  private final List<StoredQueue> queues = new ArrayList<>();
  private final List<GoneQueue> gone = new ArrayList<>();
  private final List<StoredRequest> requests = new ArrayList<>();
  private final int slot;
  private final long ticket;
  private long requestsFrom;

  Sample(long ticket) {
    this(0, ticket);
  }

  Sample(int slot, long ticket) {
    this.slot = slot;
    this.ticket = ticket;
  }

  static TaskState leased(String holder, long untilMillis) {
    return new TaskState.Leased(new Holder(holder, "@"), 1000, untilMillis);
  }

  static Task task(String pid, TaskState state) {
    return new Task(Pid.of(pid), Payload.of("data"), state, 1000, 1, Past.NONE, null);
  }

  Sample put(long queueId, String pid, TaskState state) {
    return change(queueId, pid, null, state);
  }

  Sample put(long queueId, Task task) {
    tasks.put(new TaskKey(queueId, task.pid()), new TaskChange(null, task));
    return this;
  }

  Sample change(long queueId, String pid, @Nullable TaskState before, @Nullable TaskState after) {
    @Nullable Task task = after == null ? null : task(pid, after);
    tasks.put(new TaskKey(queueId, Pid.of(pid)), new TaskChange(before, task));
    return this;
  }

  Sample queue(long id, long available, long leased, long delayed) {
    long all = available + leased + delayed;
    queues.add(
        new StoredQueue(
            id,
            QueueName.of("q" + id),
            false,
            new QueueCounts(id, available, leased, delayed, all, 0),
            Position.before(Pid.of("b")),
            StoredQueue.UNKNOWN));
    return this;
  }

  Sample gone(long id, boolean hadTasks) {
    gone.add(new GoneQueue(id, hadTasks));
    return this;
  }

  Sample request(StoredRequest request) {
    requests.add(request);
    return this;
  }

  Sample requestsFrom(long from) {
    requestsFrom = from;
    return this;
  }

  FrozenLayer frozen() {
    return new FrozenLayer(
        slot, ticket, 1000, 100, 0, tasks, queues, gone, null, requests, requestsFrom, Map.of());
  }
}
