package dev.millrace.node;

import dev.millrace.journal.CheckReport;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.Disk;
import dev.millrace.journal.Entry;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalCheck;
import dev.millrace.queue.Command.Peek;
import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a data directory that no process has open, without changing it: reads every frame,
 * decodes every step, rebuilds all slots from them, and compares the counters of every queue with
 * its tasks.
 */
public final class DataCheck {
  private static final int PAGE = 1000;

  /** As many as an entry can name; those that have no entry are never made. */
  private static final int SLOTS_MAX = 1 << 16;

  private static final int PROBLEMS_MAX = 100;

  private final Slots slots;
  private final List<String> problems = new ArrayList<>();
  private long entries;
  private long queues;
  private long tasks;

  private DataCheck(int slotCount) {
    this.slots = new Slots(slotCount, Limits.DEFAULT, Room.UNLIMITED);
  }

  /**
   * What was found.
   *
   * @param journal of the files
   * @param problems of what they hold; the first {@value #PROBLEMS_MAX}
   */
  public record Report(
      CheckReport journal, long entries, long queues, long tasks, List<String> problems) {
    public Report {
      problems = List.copyOf(problems);
    }

    public boolean isSound() {
      return journal.isSound() && problems.isEmpty();
    }
  }

  /** The first problems that were found. */
  static final class Problems {
    private final List<String> texts = new ArrayList<>();

    void add(String problem) {
      if (texts.size() < PROBLEMS_MAX) {
        texts.add(problem);
      }
    }

    List<String> texts() {
      return texts;
    }
  }

  /**
   * Checks a data directory with its store, if it has one.
   *
   * @throws dev.millrace.journal.JournalException if the directory is in use, isn't ours or can't
   *     be read
   */
  public static Report run(Path data) {
    var disk = FileDisk.openReadOnly(data);
    StoreId id;
    try (var directory = DataDirectory.openReadOnly(disk)) {
      id = new StoreId(directory.id().toString(), directory.slots());
    }
    try (var store =
        RocksStore.openReadOnly(data.resolve(DataDirectory.STORE), id, RocksConfig.DEFAULT)) {
      return StoreCheck.run(disk, store);
    } catch (StoreException e) {
      return withoutStore(disk, e);
    }
  }

  private static Report withoutStore(Disk disk, StoreException cause) {
    CheckReport journal = JournalCheck.run(disk, (_, _) -> {});
    if (cause.problem() == StoreException.Problem.MISSING && !journal.trimmed()) {
      return run(disk);
    }
    var problem = "the store can't be opened: " + cause.getMessage();
    return new Report(journal, journal.entries(), 0, 0, List.of(problem));
  }

  /**
   * Checks a directory whose journal holds everything.
   *
   * @throws dev.millrace.journal.JournalException if the directory is in use, isn't ours or can't
   *     be read
   */
  public static Report run(Disk disk) {
    var check = new DataCheck(SLOTS_MAX);
    CheckReport journal = JournalCheck.run(disk, (entry, _) -> check.read(entry));
    check.countAll(journal.incarnation());
    return new Report(journal, check.entries, check.queues, check.tasks, check.problems);
  }

  private void read(Entry entry) {
    entries++;
    if (!problems.isEmpty()) {
      return;
    }
    try {
      slots.restore(entry.slot(), entry.payload().toByteArray());
    } catch (RuntimeException e) {
      problems.add(
          "the steps of slot %d, tickets %d to %d, can't be read: %s"
              .formatted(entry.slot(), entry.firstTicket(), entry.lastTicket(), e));
    }
  }

  private void countAll(long incarnation) {
    if (!problems.isEmpty()) {
      return;
    }
    slots.open(incarnation + 1, 0, (_, _) -> {});
    slots.existing().forEach(this::count);
  }

  private void count(Slot slot) {
    var everything = new NameFilter(null, NamePattern.ANY);
    QueueOrder.@Nullable Key after = null;
    boolean more = true;
    while (more) {
      var survey = new Survey(everything, 0, Long.MAX_VALUE, QueueOrder.BY_NAME, PAGE, after);
      List<QueueStats> page = Reading.of(slot, survey, Surveyed.class).queues();
      page.forEach(stats -> compare(slot, stats));
      more = page.size() == PAGE;
      after = more ? QueueOrder.BY_NAME.keyOf(page.getLast()) : null;
    }
  }

  private void compare(Slot slot, QueueStats stats) {
    queues++;
    Census scanned = scan(slot, stats);
    tasks += scanned.tasks();
    var counted = new Census(1, stats.available(), stats.leased(), stats.delayed());
    if (!scanned.equals(counted)) {
      add("queue '%s' counts %s and holds %s".formatted(stats.queue(), counted, scanned));
    }
    if (stats.entered() - stats.left() != scanned.tasks()) {
      add(
          "queue '%s' has seen %d tasks come and %d go, and holds %d"
              .formatted(stats.queue(), stats.entered(), stats.left(), scanned.tasks()));
    }
  }

  private static Census scan(Slot slot, QueueStats stats) {
    Census sum = new Census(1, 0, 0, 0);
    @Nullable Pid after = null;
    boolean more = true;
    while (more) {
      var peek = new Peek(stats.queue(), Pid.EMPTY, after, null, null, PAGE);
      Peeked page = Reading.of(slot, peek, Peeked.class);
      for (Task task : page.tasks()) {
        sum = sum.plus(one(task));
      }
      more = page.more();
      after = more ? page.tasks().getLast().pid() : null;
    }
    return sum;
  }

  private static Census one(Task task) {
    return switch (task.state().kind()) {
      case AVAILABLE -> new Census(0, 1, 0, 0);
      case LEASED -> new Census(0, 0, 1, 0);
      case DELAYED -> new Census(0, 0, 0, 1);
    };
  }

  private void add(String problem) {
    if (problems.size() < PROBLEMS_MAX) {
      problems.add(problem);
    }
  }
}
