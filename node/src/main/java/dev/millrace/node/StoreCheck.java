package dev.millrace.node;

import dev.millrace.journal.CheckReport;
import dev.millrace.journal.CheckReport.TicketRange;
import dev.millrace.journal.Disk;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalCheck;
import dev.millrace.node.home.SlotLoader;
import dev.millrace.node.home.SlotScan;
import dev.millrace.node.home.StoreReader;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.Ticket;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Verifies a store and the journal beside it, without changing them: every row, every frame and
 * step, that both fit together, and that what the journal has beyond the store can be applied to
 * it. Needs memory for that part of the journal.
 */
final class StoreCheck {
  private static final long CHUNK_BYTES = 8L << 20;

  private final Snapshot snapshot;
  private final DataCheck.Problems problems;
  private final Slots slots;

  /** Slots that aren't sound, and aren't looked into any further. */
  private final Set<Integer> unsound = new HashSet<>();

  /** By slot, what was read from the journal and not applied yet. */
  private final SortedMap<Integer, List<Journaled>> chunk = new TreeMap<>();

  private long chunkBytes;
  private long entries;

  private StoreCheck(Snapshot snapshot, int slotCount, DataCheck.Problems problems) {
    this.snapshot = snapshot;
    this.problems = problems;
    this.slots =
        new Slots(
            slotCount, Limits.DEFAULT, Room.UNLIMITED, new HeadCache(EngineConfig.MEMORY_DEFAULT));
  }

  static DataCheck.Report run(Disk disk, Store store) {
    var problems = new DataCheck.Problems();
    try (var snapshot = store.snapshot()) {
      var check = new StoreCheck(snapshot, store.slots(), problems);
      check.scanStore();
      CheckReport journal = JournalCheck.run(disk, (entry, _) -> check.read(entry));
      check.applyChunk();
      check.compareTickets(journal);
      Census census = check.count(journal.incarnation());
      return new DataCheck.Report(
          journal, check.entries, census.queues(), census.tasks(), problems.texts());
    }
  }

  private void scanStore() {
    for (int slot = 0; slot < slots.count(); slot++) {
      int number = slot;
      attempt(
          number,
          () -> {
            var report = SlotScan.run(snapshot, number);
            report.problems().forEach(problem -> note(number, problem));
            if (report.isSound()) {
              SlotLoader.load(snapshot, number)
                  .ifPresent(stored -> slots.recovering(number).load(stored));
            }
          });
    }
  }

  private void read(Entry entry) {
    entries++;
    if (entry.slot() >= slots.count()) {
      problems.add("slot %d of an entry doesn't exist".formatted(entry.slot()));
      return;
    }
    attempt(
        entry.slot(),
        () -> {
          long stored = snapshot.ticket(entry.slot());
          var steps = chunk.computeIfAbsent(entry.slot(), _ -> new ArrayList<>());
          for (Journaled step : StepCodec.decode(entry.payload().toByteArray())) {
            if (step.ticket() > stored) {
              steps.add(step);
            }
          }
        });
    chunkBytes += entry.payload().length();
    if (chunkBytes >= CHUNK_BYTES) {
      applyChunk();
    }
  }

  private void applyChunk() {
    chunk.forEach((number, steps) -> attempt(number, () -> apply(number, steps)));
    chunk.clear();
    chunkBytes = 0;
  }

  private void apply(int number, List<Journaled> steps) {
    Slot slot = slots.recovering(number);
    var needs = slot.needsOf(steps);
    if (!needs.isEmpty()) {
      slot.learn(needs, StoreReader.read(snapshot, number, needs));
    }
    steps.forEach(step -> slot.restore(step.ticket(), step.timeMillis(), step.changes()));
    slot.settle();
  }

  /** Entries that neither the store nor the journal has would be lost without a sign. */
  private void compareTickets(CheckReport journal) {
    journal
        .tickets()
        .forEach((slot, range) -> attempt(slot, () -> compareTickets(slot, range, journal)));
  }

  private void compareTickets(int slot, TicketRange range, CheckReport journal) {
    long stored = snapshot.ticket(slot);
    if (range.last() < stored) {
      note(
          slot,
          "the store contains everything up to ticket %d, the journal ends with %d"
              .formatted(stored, range.last()));
    }
    if (journal.trimmed() && !Ticket.mayFollow(range.first(), stored)) {
      note(
          slot,
          "the store contains everything up to ticket %d, the journal begins with %d"
              .formatted(stored, range.first()));
    }
  }

  private Census count(long incarnation) {
    if (!unsound.isEmpty()) {
      return Census.NOTHING;
    }
    slots.open(incarnation + 1, 0, (_, _) -> {});
    return Census.of(slots);
  }

  private void attempt(int slot, Runnable check) {
    if (unsound.contains(slot)) {
      return;
    }
    try {
      check.run();
    } catch (StoreException e) {
      note(slot, "the store can't be read: " + e.getMessage());
    } catch (RuntimeException e) {
      note(slot, "what the journal has doesn't fit: " + e);
    }
  }

  private void note(int slot, String problem) {
    unsound.add(slot);
    problems.add("slot %d: %s".formatted(slot, problem));
  }
}
