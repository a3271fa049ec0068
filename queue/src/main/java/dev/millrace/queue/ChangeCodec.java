package dev.millrace.queue;

import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import org.jspecify.annotations.Nullable;

/**
 * A change as bytes: a byte for its kind, then its fields. Numbers of kinds are never given a
 * second meaning.
 */
final class ChangeCodec {
  private static final int QUEUE_PUT = 1;
  private static final int QUEUE_COUNTS = 2;
  private static final int QUEUE_GONE = 3;
  private static final int TASK_PUT = 4;
  private static final int TASK_CHANGED = 5;
  private static final int TASK_GONE = 6;
  private static final int POLICIES_PUT = 7;
  private static final int REQUEST_KEPT = 8;
  private static final int REQUEST_KEPT_SETTLED = 9;
  private static final int TRACED_TASK_PUT = 10;

  private static final int AVAILABLE = 0;
  private static final int DELAYED = 1;
  private static final int LEASED = 2;

  private ChangeCodec() {}

  static void write(BytesOut out, Change change) {
    switch (change) {
      case Change.QueuePut(long id, var name, boolean paused) -> {
        out.putByte(QUEUE_PUT).putLong(id);
        writeName(out, name);
        out.putBoolean(paused);
      }
      case Change.QueueCounts(
              long id,
              long available,
              long leased,
              long delayed,
              long entered,
              long left) ->
          out.putByte(QUEUE_COUNTS)
              .putLong(id)
              .putLong(available)
              .putLong(leased)
              .putLong(delayed)
              .putLong(entered)
              .putLong(left);
      case Change.QueueGone(long id) -> out.putByte(QUEUE_GONE).putLong(id);
      case Change.TaskPut(long queueId, var task) when task.isTraced() -> {
        writeTask(out.putByte(TRACED_TASK_PUT).putLong(queueId), task);
        writeTraces(out, task);
      }
      case Change.TaskPut(long queueId, var task) ->
          writeTask(out.putByte(TASK_PUT).putLong(queueId), task);
      case Change.TaskChanged(long queueId, var pid, var state, long lease, var past) -> {
        out.putByte(TASK_CHANGED).putLong(queueId).putBytes(pid.bytes());
        writeState(out, state);
        out.putLong(lease);
        writePast(out, past);
      }
      case Change.TaskGone(long queueId, var pid) ->
          out.putByte(TASK_GONE).putLong(queueId).putBytes(pid.bytes());
      case Change.PoliciesPut(var document) ->
          PolicyCodec.write(out.putByte(POLICIES_PUT), document);
      case Change.RequestKept kept when kept.request().settled() == 0 ->
          OutcomeCodec.write(out.putByte(REQUEST_KEPT), kept);
      case Change.RequestKept kept ->
          OutcomeCodec.write(
              out.putByte(REQUEST_KEPT_SETTLED).putLong(kept.request().settled()), kept);
    }
  }

  static Change read(BytesIn in) {
    int kind = in.takeByte();
    return switch (kind) {
      case QUEUE_PUT -> new Change.QueuePut(in.takeLong(), readName(in), in.takeBoolean());
      case QUEUE_COUNTS ->
          new Change.QueueCounts(
              in.takeLong(),
              in.takeLong(),
              in.takeLong(),
              in.takeLong(),
              in.takeLong(),
              in.takeLong());
      case QUEUE_GONE -> new Change.QueueGone(in.takeLong());
      case TASK_PUT -> new Change.TaskPut(in.takeLong(), readTask(in));
      case TRACED_TASK_PUT -> new Change.TaskPut(in.takeLong(), readTraces(in, readTask(in)));
      case TASK_CHANGED ->
          new Change.TaskChanged(
              in.takeLong(), readPid(in), readState(in), in.takeLong(), readPast(in));
      case TASK_GONE -> new Change.TaskGone(in.takeLong(), readPid(in));
      case POLICIES_PUT -> new Change.PoliciesPut(PolicyCodec.read(in));
      case REQUEST_KEPT -> OutcomeCodec.read(in);
      case REQUEST_KEPT_SETTLED -> {
        long settled = in.takeLong();
        yield OutcomeCodec.read(in).settling(settled);
      }
      default ->
          throw new IllegalArgumentException(
              "no change is of kind %d, at %d".formatted(kind, in.position()));
    };
  }

  private static void writeTask(BytesOut out, Task task) {
    out.putBytes(task.pid().bytes()).putData(task.data().bytes());
    writeState(out, task.state());
    out.putLong(task.enqueuedMillis()).putLong(task.lease());
    writePast(out, task.past());
    Payload again = task.again();
    out.putBoolean(again != null);
    if (again != null) {
      out.putData(again.bytes());
    }
  }

  private static Task readTask(BytesIn in) {
    return new Task(
        readPid(in),
        Payload.of(in.takeBytes()),
        readState(in),
        in.takeLong(),
        in.takeLong(),
        readPast(in),
        in.takeBoolean() ? Payload.of(in.takeBytes()) : null);
  }

  /** The traces of the data and of that to run again with, of which one may be empty. */
  static void writeTraces(BytesOut out, Task task) {
    Payload again = task.again();
    out.putText(task.data().trace()).putText(again == null ? "" : again.trace());
  }

  /** The task with the traces that follow it. */
  static Task readTraces(BytesIn in, Task task) {
    Payload data = task.data().traced(in.takeText());
    String trace = in.takeText();
    Payload again = task.again();
    if (again == null && !trace.isEmpty()) {
      throw new IllegalArgumentException("a trace of no data, at " + in.position());
    }
    Task traced = task.withData(data, again == null ? null : again.traced(trace));
    if (!traced.isTraced()) {
      throw new IllegalArgumentException("a traced task without a trace, at " + in.position());
    }
    return traced;
  }

  static void writeState(BytesOut out, TaskState state) {
    switch (state) {
      case Available() -> out.putByte(AVAILABLE);
      case Delayed(long untilMillis) -> out.putByte(DELAYED).putLong(untilMillis);
      case Leased(Holder(var name, var address), long sinceMillis, long untilMillis) ->
          out.putByte(LEASED)
              .putText(name)
              .putText(address)
              .putLong(sinceMillis)
              .putLong(untilMillis);
    }
  }

  static TaskState readState(BytesIn in) {
    int kind = in.takeByte();
    return switch (kind) {
      case AVAILABLE -> Available.INSTANCE;
      case DELAYED -> new Delayed(in.takeLong());
      case LEASED ->
          new Leased(new Holder(in.takeText(), in.takeText()), in.takeLong(), in.takeLong());
      default ->
          throw new IllegalArgumentException(
              "no state is of kind %d, at %d".formatted(kind, in.position()));
    };
  }

  static void writePast(BytesOut out, Past past) {
    out.putLong(past.attempts()).putText(past.failure());
    QueueName deadFrom = past.deadFrom();
    out.putBoolean(deadFrom != null);
    if (deadFrom != null) {
      writeName(out, deadFrom);
    }
  }

  static Past readPast(BytesIn in) {
    int attempts = in.takeInt();
    String failure = in.takeText();
    @Nullable QueueName deadFrom = in.takeBoolean() ? readName(in) : null;
    return attempts == 0 && failure.isEmpty() && deadFrom == null
        ? Past.NONE
        : new Past(attempts, failure, deadFrom);
  }

  static void writeName(BytesOut out, QueueName name) {
    out.putText(name.group()).putText(name.name());
  }

  static QueueName readName(BytesIn in) {
    return new QueueName(in.takeText(), in.takeText());
  }

  static Pid readPid(BytesIn in) {
    return Pid.of(in.takeBytes());
  }
}
