package dev.millrace.node.home;

import dev.millrace.queue.Deadline;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Inquiry;
import dev.millrace.queue.Need;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Position;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskKey;
import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what slots need in one version of their store. All single tasks, of whatever slots, are
 * looked up together; everything else is a scan.
 *
 * <p>Deadlines and leases of a deleted queue are found until they are reaped: whoever asked knows
 * which queues there are.
 */
public final class StoreReader {
  /** What a scan that names no bytes of its own reads at most, but for its first row. */
  static final long SCAN_BYTES_MAX = 16L << 20;

  private final Snapshot snapshot;
  private final Map<RowKey, Bytes> found;

  private StoreReader(Snapshot snapshot, Set<RowKey> keys) {
    this.snapshot = snapshot;
    this.found = keys.isEmpty() ? Map.of() : snapshot.find(List.copyOf(keys));
  }

  /** An inquiry and the slot that makes it. */
  public record Asked(int slot, Inquiry inquiry) {}

  /**
   * What was found for an inquiry.
   *
   * @param inquiry its number
   * @param version the ticket up to which what was read contains everything of the slot
   * @param findings in the order of the needs
   */
  public record Answered(int slot, long inquiry, long version, List<Finding> findings) {
    public Answered {
      findings = List.copyOf(findings);
    }
  }

  /** Answers inquiries, in their order. */
  public static List<Answered> read(Snapshot snapshot, List<Asked> asked) {
    var keys = new LinkedHashSet<RowKey>();
    asked.forEach(one -> addKeys(one.slot(), one.inquiry().needs(), keys));
    var reader = new StoreReader(snapshot, keys);
    var versions = new HashMap<Integer, Long>();
    var answered = new ArrayList<Answered>(asked.size());
    for (var one : asked) {
      long version = versions.computeIfAbsent(one.slot(), snapshot::ticket);
      var findings = reader.findAll(one.slot(), one.inquiry().needs());
      answered.add(new Answered(one.slot(), one.inquiry().number(), version, findings));
    }
    return answered;
  }

  /** What the store has for a slot's needs, in their order. */
  public static List<Finding> read(Snapshot snapshot, int slot, List<Need> needs) {
    var keys = new LinkedHashSet<RowKey>();
    addKeys(slot, needs, keys);
    return new StoreReader(snapshot, keys).findAll(slot, needs);
  }

  private static void addKeys(int slot, List<Need> needs, Set<RowKey> keys) {
    for (var need : needs) {
      if (need instanceof Need.OneTask(long queueId, Pid pid)) {
        var task = new TaskKey(queueId, pid);
        keys.add(TaskRows.available(slot, task));
        keys.add(TaskRows.held(slot, task));
      }
    }
  }

  private List<Finding> findAll(int slot, List<Need> needs) {
    return needs.stream().map(need -> find(slot, need)).toList();
  }

  private Finding find(int slot, Need need) {
    return switch (need) {
      case Need.OneTask(long queueId, var pid) ->
          new Finding.OneTask(task(slot, new TaskKey(queueId, pid)));
      case Need.AvailableTasks available -> availableTasks(slot, available);
      case Need.AnyTasks any -> anyTasks(slot, any);
      case Need.NextDeadlines(var after, int countMax) -> deadlines(slot, after, countMax);
      case Need.LeasesOf(var holder, var after, int countMax) ->
          leases(slot, TaskRows.bytes(holder), after, countMax);
    };
  }

  private @Nullable Task task(int slot, TaskKey task) {
    for (var key : List.of(TaskRows.available(slot, task), TaskRows.held(slot, task))) {
      var value = found.get(key);
      if (value != null) {
        return RowValues.task(new Row(key, value)).task();
      }
    }
    return null;
  }

  private Finding.Tasks availableTasks(int slot, Need.AvailableTasks need) {
    var limit = new ScanLimit(Math.max(1, need.tasksMax()), Math.max(1, need.bytesMax()));
    var scan = snapshot.scan(available(slot, need.queueId(), need.from()), limit);
    var tasks = tasks(scan);
    // Rows are larger than the data in them, so that only the last can be too much.
    long bytes = tasks.stream().mapToLong(task -> task.data().size()).sum();
    return tasks.size() > 1 && bytes > need.bytesMax()
        ? new Finding.Tasks(tasks.subList(0, tasks.size() - 1), false)
        : new Finding.Tasks(tasks, scan.isComplete());
  }

  private Finding.Tasks anyTasks(int slot, Need.AnyTasks need) {
    var limit = new ScanLimit(Math.max(1, need.tasksMax()), SCAN_BYTES_MAX);
    var merge = new TaskMerge(need.tasksMax());
    if (need.available()) {
      merge.add(snapshot.scan(available(slot, need.queueId(), need.from()), limit));
    }
    if (need.held()) {
      merge.add(snapshot.scan(held(slot, need.queueId(), need.from()), limit));
    }
    return merge.result();
  }

  private Finding.Deadlines deadlines(int slot, @Nullable Deadline after, int countMax) {
    var range =
        after == null
            ? RowRanges.deadlines(slot)
            : RowRanges.deadlinesBehind(
                slot, after.millis(), after.queueId(), TaskRows.bytes(after.pid()));
    var scan = snapshot.scan(range, count(countMax));
    return new Finding.Deadlines(
        scan.rows().stream().map(RowValues::deadline).map(TaskRows::deadline).toList(),
        scan.isComplete());
  }

  private Finding.Leases leases(int slot, Bytes holder, @Nullable TaskKey after, int countMax) {
    var range =
        after == null
            ? RowRanges.leasesOf(slot, holder)
            : RowRanges.leasesBehind(slot, holder, after.queueId(), TaskRows.bytes(after.pid()));
    var scan = snapshot.scan(range, count(countMax));
    return new Finding.Leases(
        scan.rows().stream().map(row -> RowValues.taskOf(row.key())).toList(), scan.isComplete());
  }

  private static ScanLimit count(int countMax) {
    return new ScanLimit(Math.max(1, countMax), SCAN_BYTES_MAX);
  }

  private static KeyRange available(int slot, long queueId, Position from) {
    var pid = TaskRows.bytes(from.pid());
    return from.isBehind()
        ? RowRanges.tasksBehind(slot, queueId, pid)
        : RowRanges.tasksFrom(slot, queueId, pid);
  }

  private static KeyRange held(int slot, long queueId, Position from) {
    var pid = TaskRows.bytes(from.pid());
    return from.isBehind()
        ? RowRanges.heldBehind(slot, queueId, pid)
        : RowRanges.heldFrom(slot, queueId, pid);
  }

  static List<Task> tasks(Scan scan) {
    return scan.rows().stream().map(row -> RowValues.task(row).task()).toList();
  }
}
