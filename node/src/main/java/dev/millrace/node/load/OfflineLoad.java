package dev.millrace.node.load;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.Engine;
import dev.millrace.node.EngineConfig;
import dev.millrace.node.NodeClock;
import dev.millrace.node.PathConfig;
import dev.millrace.node.StagedPath;
import dev.millrace.node.home.SlotLoader;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState;
import dev.millrace.store.Bytes;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts tasks into the data directory of a node that doesn't run; one that is new is made. They are
 * what they would be after being enqueued, with {@code keep} for PIDs that are there.
 *
 * <ol>
 *   <li>The directory is opened as a node opens it, and all that its journal has is moved to the
 *       store. From then on the journal has no entry.
 *   <li>The journal is opened once more, for an incarnation of which the load takes the tickets.
 *   <li>Tasks are sorted and written as files beside the store's own.
 *   <li>The store takes all files over in one change, with counters and tickets.
 * </ol>
 *
 * <p>A crash before the last point leaves what was there before, a crash after it all that was
 * loaded.
 */
public final class OfflineLoad {
  private final Map<Integer, LoadedSlot> slots = new HashMap<>();
  private final Snapshot snapshot;
  private final int slotCount;
  private final long incarnation;
  private final long nowMillis;

  private OfflineLoad(Snapshot snapshot, int slotCount, Settled settled) {
    this.snapshot = snapshot;
    this.slotCount = slotCount;
    this.incarnation = settled.incarnation();
    this.nowMillis = settled.nowMillis();
  }

  /** Where tasks come from. */
  @FunctionalInterface
  public interface Source {
    /** The next one; none at the end. */
    @Nullable LoadedTask next() throws IOException;
  }

  /**
   * How to load.
   *
   * @param slots must be what the directory was made with
   * @param sortBytes memory for tasks that are being sorted; what doesn't fit goes to disk
   * @param progress told how many tasks were read or made, now and then
   */
  public record Terms(int slots, long sortBytes, LongConsumer progress) {
    private static final int TOLD_EVERY = 1 << 14;

    void tell(long tasks) {
      if (tasks % TOLD_EVERY == 0) {
        progress.accept(tasks);
      }
    }
  }

  /** The store has everything; the incarnation is one in which nothing was executed. */
  private record Settled(long incarnation, long nowMillis) {}

  /**
   * Loads tasks in any order.
   *
   * @throws RefusedTaskException if a task can't be taken
   * @throws IOException if tasks can't be read, or sorted on disk
   * @throws dev.millrace.journal.JournalException if the directory is in use or isn't ours
   * @throws dev.millrace.store.StoreException if the store can't be opened or written
   */
  public static LoadResult run(Path data, Source source, Terms terms) throws IOException {
    return inStore(data, terms, (load, writer, folder) -> load.sort(source, terms, writer, folder));
  }

  /** Makes up tasks; throws as {@link #run} does. */
  public static LoadResult generate(Path data, LoadPlan plan, Terms terms) throws IOException {
    return inStore(data, terms, (load, writer, _) -> load.makeUp(plan, terms, writer));
  }

  /** Writes all tasks. */
  private interface Work {
    void write(OfflineLoad load, RowWriter writer, Path folder) throws IOException;
  }

  private static LoadResult inStore(Path data, Terms terms, Work work) throws IOException {
    try (var directory = DataDirectory.open(FileDisk.open(data), terms.slots(), randomId())) {
      var settled = settle(directory, data);
      // A program that knows no store would not miss what is only there.
      directory.raise();
      try (var store = openStore(directory, data);
          var snapshot = store.snapshot();
          var files = store.load()) {
        var load = new OfflineLoad(snapshot, terms.slots(), settled);
        var writer = new RowWriter(files, snapshot, load::slot, load.nowMillis, terms.sortBytes());
        work.write(load, writer, files.folder());
        writer.finish();
        files.finish();
        return new LoadResult(writer.created(), writer.collapsed(), files.bytes());
      } catch (UncheckedIOException e) {
        throw e.getCause();
      } catch (QueueException e) {
        throw new RefusedTaskException(e);
      }
    }
  }

  private static Settled settle(DataDirectory directory, Path data) {
    long nowMillis;
    directory.checkComplete(Files.isDirectory(data.resolve(DataDirectory.STORE)));
    try (var engine = Engine.recover(directory, openStore(directory, data), EngineConfig.DEFAULT)) {
      var clock =
          new NodeClock(System.currentTimeMillis(), engine.lastTimeMillis(), System::nanoTime);
      nowMillis = clock.nowMillis();
      engine.open(nowMillis);
      var failure = new CompletableFuture<Throwable>();
      new StagedPath(engine, PathConfig.DEFAULT, clock, failure::complete).drain();
      if (failure.isDone()) {
        throw new IllegalStateException("the journal can't be moved to the store", failure.join());
      }
    }
    try (var store = openStore(directory, data);
        var journal = SegmentJournal.open(directory, JournalConfig.DEFAULT, (_, _) -> {})) {
      var _ = journal.trim(store.flushedTickets());
      var _ = journal.maintain();
      return new Settled(journal.incarnation(), nowMillis);
    }
  }

  private static RocksStore openStore(DataDirectory directory, Path data) {
    var id = new StoreId(directory.id().toString(), directory.slots());
    return RocksStore.open(data.resolve(DataDirectory.STORE), id, RocksConfig.DEFAULT);
  }

  private static DirectoryId randomId() {
    var random = new SecureRandom();
    return new DirectoryId(random.nextLong(), random.nextLong());
  }

  private LoadedSlot slot(int number) {
    return slots.computeIfAbsent(
        number, _ -> new LoadedSlot(SlotLoader.load(snapshot, number), incarnation));
  }

  private void sort(Source source, Terms terms, RowWriter writer, Path folder) throws IOException {
    try (var sorter = new TaskSorter(folder, terms.sortBytes())) {
      long read = 0;
      for (var task = source.next(); task != null; task = source.next()) {
        sorter.add(row(task));
        terms.tell(++read);
      }
      sorter.drainTo(writer::put);
    }
  }

  private TaskRow row(LoadedTask task) {
    if (task.data().length() > Limits.DATA_BYTES_CEILING) {
      throw QueueException.tooLarge(
          "data has at most %d bytes, this has %d",
          Limits.DATA_BYTES_CEILING, task.data().length());
    }
    if (task.notBeforeMillis() > Limits.TIME_MILLIS_MAX || task.notBeforeMillis() < 0) {
      throw QueueException.invalid(
          "a time lies between the years 1970 and 9999, not at %d ms", task.notBeforeMillis());
    }
    var name = new QueueName(task.group(), task.queue());
    int number = Slot.of(name.group(), slotCount);
    var slot = slot(number);
    var queue = slot.queue(name);
    var state = TaskState.from(task.notBeforeMillis(), nowMillis);
    return row(
        TaskRow.place(number, queue.id(), pid(slot, task.pid())),
        queue.isNew() || task.pid() == null,
        state,
        Payload.of(task.data().array()).traced(task.trace()));
  }

  private static Pid pid(LoadedSlot slot, @Nullable Bytes given) {
    if (given == null) {
      return slot.nextFifoPid();
    }
    var pid = Pid.of(given.array());
    if (slot.isReserved(pid)) {
      throw QueueException.invalid("%s has the form of a FIFO PID that was not given yet", pid);
    }
    return pid;
  }

  private TaskRow row(byte[] place, boolean isSurelyNew, TaskState state, Payload data) {
    // The PID is in the place, and not in the value.
    var task = new Task(Pid.EMPTY, data, state, nowMillis, Task.NO_LEASE, Task.Past.NONE, null);
    long until = state instanceof TaskState.Delayed(long untilMillis) ? untilMillis : 0;
    return new TaskRow(place, isSurelyNew, until, StoredCodec.encodeTask(task));
  }

  /** Queue by queue, with growing PIDs: sorted as they are made. */
  private void makeUp(LoadPlan plan, Terms terms, RowWriter writer) {
    int number = Slot.of(plan.group(), slotCount);
    var slot = slot(number);
    SortedMap<Long, Long> tasksById = new TreeMap<>();
    for (int i = 0; i < plan.queues(); i++) {
      var queue = slot.queue(new QueueName(plan.group(), plan.name(i)));
      tasksById.put(queue.id(), plan.tasksOf(i));
    }
    var random = new SplittableRandom(plan.firstQueue());
    var available = new TaskState.Available();
    long made = 0;
    for (var queue : tasksById.entrySet()) {
      for (long left = queue.getValue(); left > 0; left--) {
        var data = new byte[plan.dataBytes()];
        random.nextBytes(data);
        var place = TaskRow.place(number, queue.getKey(), slot.nextFifoPid());
        writer.put(row(place, true, available, Payload.of(data)));
        terms.tell(++made);
      }
    }
  }
}
