package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A finished request and its outcome as bytes. */
final class OutcomeCodec {
  private static final int UPDATE = 1;
  private static final int FAILURE = 2;
  private static final int GRANT = 3;
  private static final int DELETE = 4;

  private static final int CREATED = 1;
  private static final int COLLAPSED = 2;
  private static final int REPLACED = 3;
  private static final int RUNS_AGAIN = 4;
  private static final int SKIPPED = 5;
  private static final int REMOVED = 6;
  private static final int REQUEUED = 7;
  private static final int RENEWED = 8;
  private static final int RELEASED = 9;
  private static final int DEAD_LETTERED = 10;
  private static final int MOVED = 11;
  private static final int HOLDS = 12;
  private static final int CREATED_ALL = 13;

  private OutcomeCodec() {}

  static void write(BytesOut out, RequestKept kept) {
    out.putText(kept.request().client())
        .putLong(kept.request().sequence())
        .putLong(kept.timeMillis());
    switch (kept.outcome()) {
      case Outcome.Update(var reply) -> {
        out.putByte(UPDATE).putLong(reply.results().size());
        reply.results().forEach(result -> writeResult(out, result));
      }
      case Outcome.Failure(Problem(var code, var message, int element, _)) ->
          out.putByte(FAILURE).putText(code.name()).putText(message).putLong(element + 1L);
      case Outcome.Grant(long lease, var tasks) -> {
        out.putByte(GRANT).putLong(lease).putLong(tasks.size());
        tasks.forEach(task -> writeTaskName(out, task.queue(), task.pid()));
      }
      case Outcome.Delete(long queues, long tasks) ->
          out.putByte(DELETE).putLong(queues).putLong(tasks);
    }
  }

  static RequestKept read(BytesIn in) {
    RequestId request = new RequestId(in.takeText(), in.takeLong());
    long timeMillis = in.takeLong();
    int kind = in.takeByte();
    Outcome outcome =
        switch (kind) {
          case UPDATE ->
              new Outcome.Update(new Reply.Updated(readList(in, OutcomeCodec::readResult)));
          case FAILURE ->
              new Outcome.Failure(
                  new Problem(ErrorCode.valueOf(in.takeText()), in.takeText(), in.takeInt() - 1));
          case GRANT -> new Outcome.Grant(in.takeLong(), readList(in, OutcomeCodec::readTaskName));
          case DELETE -> new Outcome.Delete(in.takeLong(), in.takeLong());
          default ->
              throw new IllegalArgumentException(
                  "no outcome is of kind %d, at %d".formatted(kind, in.position()));
        };
    return new RequestKept(request, timeMillis, outcome);
  }

  private static <T> List<T> readList(BytesIn in, Function<BytesIn, T> read) {
    int count = in.takeCount();
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(read.apply(in));
    }
    return list;
  }

  private static void writeTaskName(BytesOut out, QueueName queue, Pid pid) {
    ChangeCodec.writeName(out, queue);
    out.putBytes(pid.bytes());
  }

  private static TaskName readTaskName(BytesIn in) {
    return new TaskName(ChangeCodec.readName(in), ChangeCodec.readPid(in));
  }

  private static void writeResult(BytesOut out, ElementResult result) {
    switch (result) {
      case ElementResult.Created(var pid) -> out.putByte(CREATED).putBytes(pid.bytes());
      case ElementResult.CreatedAll(var first, int tasks) ->
          out.putByte(CREATED_ALL).putBytes(first.bytes()).putLong(tasks);
      case ElementResult.Collapsed(var pid, var existing) ->
          writeMet(out.putByte(COLLAPSED), pid, existing);
      case ElementResult.Replaced(var pid, var existing) ->
          writeMet(out.putByte(REPLACED), pid, existing);
      case ElementResult.RunsAgain(var pid) -> out.putByte(RUNS_AGAIN).putBytes(pid.bytes());
      case ElementResult.Skipped() -> out.putByte(SKIPPED);
      case ElementResult.Removed(var pid) -> out.putByte(REMOVED).putBytes(pid.bytes());
      case ElementResult.Requeued(var pid) -> out.putByte(REQUEUED).putBytes(pid.bytes());
      case ElementResult.Renewed(var pid, long untilMillis) ->
          out.putByte(RENEWED).putBytes(pid.bytes()).putLong(untilMillis);
      case ElementResult.Released(var pid, long untilMillis) ->
          out.putByte(RELEASED).putBytes(pid.bytes()).putLong(untilMillis);
      case ElementResult.DeadLettered(var queue, var pid) ->
          writeTaskName(out.putByte(DEAD_LETTERED), queue, pid);
      case ElementResult.Moved(var queue, var pid) -> writeTaskName(out.putByte(MOVED), queue, pid);
      case ElementResult.Holds() -> out.putByte(HOLDS);
    }
  }

  private static void writeMet(BytesOut out, Pid pid, Kind existing) {
    out.putBytes(pid.bytes()).putText(existing.name());
  }

  private static ElementResult readResult(BytesIn in) {
    int kind = in.takeByte();
    return switch (kind) {
      case CREATED -> new ElementResult.Created(ChangeCodec.readPid(in));
      case COLLAPSED ->
          new ElementResult.Collapsed(ChangeCodec.readPid(in), Kind.valueOf(in.takeText()));
      case REPLACED ->
          new ElementResult.Replaced(ChangeCodec.readPid(in), Kind.valueOf(in.takeText()));
      case RUNS_AGAIN -> new ElementResult.RunsAgain(ChangeCodec.readPid(in));
      case SKIPPED -> new ElementResult.Skipped();
      case REMOVED -> new ElementResult.Removed(ChangeCodec.readPid(in));
      case REQUEUED -> new ElementResult.Requeued(ChangeCodec.readPid(in));
      case RENEWED -> new ElementResult.Renewed(ChangeCodec.readPid(in), in.takeLong());
      case RELEASED -> new ElementResult.Released(ChangeCodec.readPid(in), in.takeLong());
      case DEAD_LETTERED -> {
        TaskName place = readTaskName(in);
        yield new ElementResult.DeadLettered(place.queue(), place.pid());
      }
      case MOVED -> {
        TaskName place = readTaskName(in);
        yield new ElementResult.Moved(place.queue(), place.pid());
      }
      case HOLDS -> new ElementResult.Holds();
      case CREATED_ALL -> new ElementResult.CreatedAll(ChangeCodec.readPid(in), in.takeInt());
      default ->
          throw new IllegalArgumentException(
              "no result is of kind %d, at %d".formatted(kind, in.position()));
    };
  }
}
