package dev.millrace.cli;

import com.google.protobuf.Timestamp;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows tasks. */
final class TaskView implements View<Task> {
  private static final int CELL_CHARACTERS_MAX = 60;
  private static final int RECORD_CHARACTERS_MAX = 2_000;

  private final List<Column<Task>> columns;
  private final boolean withData;

  private TaskView(List<Column<Task>> columns, boolean withData) {
    this.columns = columns;
    this.withData = withData;
  }

  /** Tasks just leased: what the holder needs to work on them and to end the lease. */
  static TaskView leased() {
    return new TaskView(
        List.of(
            queue(), group(), pid(), lease(), deadline(), attempts(), data(CELL_CHARACTERS_MAX)),
        true);
  }

  /** Tasks of one queue, in whatever state. */
  static TaskView peeked(boolean withData) {
    var columns =
        new ArrayList<>(
            List.of(
                pid(),
                state(),
                deadline().unlessEmpty(),
                attempts(),
                enqueued(),
                holder(),
                failure()));
    if (withData) {
      columns.add(data(CELL_CHARACTERS_MAX));
    }
    return new TaskView(List.copyOf(columns), withData);
  }

  /** One task with all that is known about it. */
  static TaskView whole() {
    return new TaskView(
        List.of(
            queue(),
            group(),
            pid(),
            state(),
            deadline().unlessEmpty(),
            lease(),
            holder(),
            Column.text("address", TaskView::address).unlessEmpty(),
            Column.<Task>text("leased", task -> time(task.hasLeased(), task.getLeased()))
                .unlessEmpty(),
            attempts(),
            failure(),
            Column.<Task>text("dead from", task -> Spelling.printable(task.getDeadFrom().getName()))
                .unlessEmpty(),
            enqueued(),
            Column.<Task>text("trace", task -> Spelling.printable(task.getTrace())).unlessEmpty(),
            Column.<Task>text("size", task -> Wording.size(task.getData().size())),
            data(RECORD_CHARACTERS_MAX)),
        true);
  }

  static String word(TaskState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Column<Task> queue() {
    return Column.text("queue", task -> Spelling.printable(task.getQueue().getName()));
  }

  private static Column<Task> group() {
    return Column.<Task>text("group", task -> Spelling.printable(task.getQueue().getGroup()))
        .unlessEmpty();
  }

  private static Column<Task> pid() {
    return Column.text("pid", task -> Spelling.pid(task.getPid()));
  }

  private static Column<Task> state() {
    return Column.text("state", task -> word(task.getState()));
  }

  private static Column<Task> lease() {
    return Column.<Task>number("lease", TaskView::leaseNumber).unlessEmpty();
  }

  private static String leaseNumber(Task task) {
    return task.getLease() == 0 ? "" : Long.toUnsignedString(task.getLease());
  }

  private static Column<Task> deadline() {
    return Column.text("deadline", task -> time(task.hasDeadline(), task.getDeadline()));
  }

  private static Column<Task> attempts() {
    return Column.number("attempts", task -> Integer.toUnsignedString(task.getAttempts()));
  }

  private static Column<Task> enqueued() {
    return Column.text("enqueued", task -> time(task.hasEnqueued(), task.getEnqueued()));
  }

  private static Column<Task> holder() {
    return Column.<Task>text("holder", task -> Spelling.printable(task.getHolder())).unlessEmpty();
  }

  /** Who gave no name is known by the address alone. */
  private static String address(Task task) {
    return task.getAddress().equals(task.getHolder()) ? "" : task.getAddress();
  }

  private static Column<Task> failure() {
    return Column.<Task>text(
            "failure", task -> Spelling.text(task.getFailure(), CELL_CHARACTERS_MAX))
        .unlessEmpty();
  }

  private static Column<Task> data(int charactersMax) {
    return Column.text("data", task -> Spelling.data(task.getData(), charactersMax));
  }

  private static String time(boolean present, Timestamp time) {
    return present ? Wording.time(WireTime.time(time), ZoneId.systemDefault()) : "";
  }

  @Override
  public List<Column<Task>> columns() {
    return columns;
  }

  @Override
  public void write(Task task, JsonObject json) {
    json.put("queue", task.getQueue().getName())
        .put("group", task.getQueue().getGroup())
        .put("pid", task.getPid())
        .put("state", word(task.getState()))
        .put("attempts", task.getAttempts());
    put(json, "deadline", task.hasDeadline(), task.getDeadline());
    put(json, "enqueued", task.hasEnqueued(), task.getEnqueued());
    put(json, "leased", task.hasLeased(), task.getLeased());
    // A name and not a number: many JSON readers round large numbers.
    put(json, "lease", leaseNumber(task));
    put(json, "holder", task.getHolder());
    put(json, "address", task.getAddress());
    put(json, "failure", task.getFailure());
    put(json, "dead_from", task.getDeadFrom().getName());
    put(json, "trace", task.getTrace());
    if (withData) {
      json.put("data", task.getData());
    }
  }

  private static void put(JsonObject json, String name, boolean present, Timestamp time) {
    if (present) {
      json.put(name, WireTime.time(time).toString());
    }
  }

  private static void put(JsonObject json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }
}
