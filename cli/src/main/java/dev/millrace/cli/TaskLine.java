package dev.millrace.cli;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import java.util.regex.Pattern;

/** A task as a line of JSON, in the mapping of protobuf: bytes are base64. */
final class TaskLine {
  /** A PID that a server gave. No other server takes it before it has given it itself. */
  private static final Pattern FIFO = Pattern.compile("@[0-9a-v]{13}\\.[0-9a-v]{4}");

  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer().preservingProtoFieldNames().omittingInsignificantWhitespace();

  private TaskLine() {}

  static String of(Task task) {
    try {
      return PRINTER.print(task);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a task has no JSON", e);
    }
  }

  /**
   * The task of a line.
   *
   * @param number of the line, for messages
   */
  static Task parse(ByteString line, long number) {
    var task = Task.newBuilder();
    try {
      JsonFormat.parser().merge(line.toStringUtf8(), task);
    } catch (InvalidProtocolBufferException e) {
      throw Failure.usage(
          "line %s is no task: %s".formatted(Wording.count(number), e.getMessage()));
    }
    if (task.getQueue().getName().isEmpty()) {
      throw Failure.usage("line %s names no queue".formatted(Wording.count(number)));
    }
    return task.build();
  }

  /** What brings the task back: it is there once, and delayed as long as it was. */
  static Enqueue enqueue(Task task) {
    var enqueue =
        Enqueue.newBuilder()
            .setQueue(task.getQueue())
            .setData(task.getData())
            .setTrace(task.getTrace());
    if (!isFifo(task)) {
      enqueue.setPid(task.getPid());
    }
    if (task.getState() == TaskState.DELAYED && task.hasDeadline()) {
      enqueue.setNotBefore(task.getDeadline());
    }
    return enqueue.build();
  }

  private static boolean isFifo(Task task) {
    return task.getPid().isValidUtf8() && FIFO.matcher(task.getPid().toStringUtf8()).matches();
  }
}
