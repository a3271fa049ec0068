package dev.millrace.queue;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.RequestKept;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps of a slot, as bytes: a byte for the version, then the fields. What is in a
 * row's key isn't repeated in its value. The layout is in docs/store-format.md.
 *
 * <p>Reading throws an {@link IllegalArgumentException} when the bytes aren't what was asked for,
 * also when some are left over.
 */
public final class StoredCodec {
  /** Of all values. One that changes later gets its own. */
  private static final int VERSION = 1;

  /** Of a task with a trace: the fields of one without, and then the traces. */
  private static final int TRACED_VERSION = 2;

  /** Mostly enough for a task without its data. */
  private static final int TASK_BYTES = 64;

  private StoredCodec() {}

  /** What a slot has only one of. */
  public record Meta(long timeMillis, long lastQueueId) {}

  public static byte[] encodeMeta(Meta meta) {
    return begin().putLong(meta.timeMillis()).putLong(meta.lastQueueId()).toBytes();
  }

  public static Meta decodeMeta(byte[] bytes) {
    return decode("meta", bytes, in -> new Meta(in.takeLong(), in.takeLong()));
  }

  public static byte[] encodePolicies(PolicyDocument document) {
    BytesOut out = begin();
    PolicyCodec.write(out, document);
    return out.toBytes();
  }

  public static PolicyDocument decodePolicies(byte[] bytes) {
    return decode("policies", bytes, PolicyCodec::read);
  }

  public static byte[] encodeRequest(RequestKept kept) {
    BytesOut out = begin();
    OutcomeCodec.write(out, kept);
    return out.toBytes();
  }

  public static RequestKept decodeRequest(byte[] bytes) {
    return decode("request", bytes, OutcomeCodec::read);
  }

  /** The number up to which a client's requests are refused. */
  public static byte[] encodeFloor(long floor) {
    return begin().putLong(floor).toBytes();
  }

  public static long decodeFloor(byte[] bytes) {
    return decode("floor", bytes, BytesIn::takeLong);
  }

  /** The queue without its id. */
  public static byte[] encodeQueue(StoredQueue queue) {
    BytesOut out = begin();
    ChangeCodec.writeName(out, queue.name());
    QueueCounts counts = queue.counts();
    return out.putBoolean(queue.paused())
        .putLong(counts.available())
        .putLong(counts.leased())
        .putLong(counts.delayed())
        .putLong(counts.entered())
        .putLong(counts.left())
        .putBytes(queue.head().pid().bytes())
        .putBoolean(queue.head().isBehind())
        // One more, because a negative number would take ten bytes.
        .putLong(queue.headMillis() + 1)
        .toBytes();
  }

  public static StoredQueue decodeQueue(long id, byte[] bytes) {
    return decode(
        "queue",
        bytes,
        in ->
            new StoredQueue(
                id,
                ChangeCodec.readName(in),
                in.takeBoolean(),
                readCounts(id, in),
                new Position(ChangeCodec.readPid(in), in.takeBoolean()),
                in.takeLong() - 1));
  }

  private static QueueCounts readCounts(long id, BytesIn in) {
    return new QueueCounts(
        id, in.takeLong(), in.takeLong(), in.takeLong(), in.takeLong(), in.takeLong());
  }

  /** About how many bytes {@link #encodeTask} gives. */
  public static int taskBytesEstimate(Task task) {
    Payload again = task.again();
    return TASK_BYTES + task.data().size() + (again == null ? 0 : again.size());
  }

  /** The task without its PID. */
  public static byte[] encodeTask(Task task) {
    BytesOut out = new BytesOut(taskBytesEstimate(task));
    writeTask(out, task);
    return out.toBytes();
  }

  static void writeTask(BytesOut out, Task task) {
    boolean isTraced = task.isTraced();
    out.putByte(isTraced ? TRACED_VERSION : VERSION);
    out.putBytes(task.data().bytes());
    ChangeCodec.writeState(out, task.state());
    out.putLong(task.enqueuedMillis()).putLong(task.lease());
    ChangeCodec.writePast(out, task.past());
    @Nullable Payload again = task.again();
    out.putBoolean(again != null);
    if (again != null) {
      out.putBytes(again.bytes());
    }
    if (isTraced) {
      ChangeCodec.writeTraces(out, task);
    }
  }

  public static Task decodeTask(Pid pid, byte[] bytes) {
    boolean isTraced = bytes.length > 0 && bytes[0] == TRACED_VERSION;
    return decode(
        "task",
        bytes,
        isTraced ? TRACED_VERSION : VERSION,
        in -> {
          Task task = readTask(pid, in);
          return isTraced ? ChangeCodec.readTraces(in, task) : task;
        });
  }

  private static Task readTask(Pid pid, BytesIn in) {
    return new Task(
        pid,
        Payload.of(in.takeBytes()),
        ChangeCodec.readState(in),
        in.takeLong(),
        in.takeLong(),
        ChangeCodec.readPast(in),
        in.takeBoolean() ? Payload.of(in.takeBytes()) : null);
  }

  private static BytesOut begin() {
    return new BytesOut().putByte(VERSION);
  }

  private static <T> T decode(String what, byte[] bytes, Function<BytesIn, T> read) {
    return decode(what, bytes, VERSION, read);
  }

  private static <T> T decode(String what, byte[] bytes, int expected, Function<BytesIn, T> read) {
    BytesIn in = new BytesIn(bytes);
    try {
      int version = in.takeByte();
      if (version != expected) {
        throw new IllegalArgumentException("version %d is unknown".formatted(version));
      }
      T value = read.apply(in);
      if (!in.isAtEnd()) {
        throw new IllegalArgumentException("bytes are left over, at " + in.position());
      }
      return value;
    } catch (QueueException | ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a stored %s, before byte %d: %s".formatted(what, in.position(), e.getMessage()), e);
    }
  }
}
