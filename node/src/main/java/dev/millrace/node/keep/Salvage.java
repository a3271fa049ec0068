package dev.millrace.node.keep;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Disk;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalSalvage;
import dev.millrace.journal.JournalStart;
import dev.millrace.journal.SalvageReport;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.Ticket;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a new data directory out of what can be read of a damaged one, which stays as it is: first
 * what its store has, then from its journal what came later. Needs no more memory than a node.
 */
public final class Salvage {
  private static final long CHUNK_BYTES = 8L << 20;

  private final SalvageTarget target;
  private final SalvageLosses losses;
  private final SortedMap<Integer, SalvagedSlot> slots = new TreeMap<>();

  /** By slot, what was read from the journal and not saved yet. */
  private final SortedMap<Integer, List<Journaled>> chunk = new TreeMap<>();

  private long chunkBytes;

  private Salvage(SalvageTarget target, SalvageLosses losses) {
    this.target = target;
    this.losses = losses;
  }

  /** Opens a store, for which directory it is. */
  @FunctionalInterface
  public interface StoreOpener {
    Store open(StoreId id);
  }

  /** The files of a directory, and its store. */
  public record Place(Disk disk, StoreOpener store) {}

  /**
   * What the new directory is made with.
   *
   * @param id a random one
   * @param slots how many there are if the damaged directory doesn't tell any more
   */
  public record Terms(DirectoryId id, int slots, JournalConfig journal) {}

  /**
   * Saves what can be read.
   *
   * @param damaged its store is opened for reading, if there is one
   * @param fresh must be empty
   * @throws dev.millrace.journal.JournalException if the damaged directory is in use or holds
   *     nothing of ours, or the new one can't be written
   * @throws StoreException if the new store can't be written
   */
  public static SalvageResult run(Place damaged, Place fresh, Terms terms) {
    DataDirectory.checkEmpty(fresh.disk());
    var lastTicket = new long[1];
    SalvageReport report =
        JournalSalvage.run(
            damaged.disk(),
            (entry, _) -> lastTicket[0] = Math.max(lastTicket[0], entry.lastTicket()));
    int slotCount = report.slots().orElse(terms.slots());
    var losses = new SalvageLosses();
    try (var base = SalvageBase.open(damaged, report, slotCount, losses)) {
      long reached =
          Math.max(
              report.incarnation(), Ticket.epochOf(Math.max(lastTicket[0], base.lastTicket())));
      var start = new JournalStart(reached + Timeline.INCARNATIONS_AHEAD, true);
      try (var directory = DataDirectory.make(fresh.disk(), slotCount, terms.id(), start)) {
        Map<Integer, SalvagedSlot> slots;
        try (var store = fresh.store().open(new StoreId(terms.id().toString(), slotCount))) {
          slots = new Salvage(new SalvageTarget(store), losses).save(base, damaged.disk());
        }
        SegmentJournal.open(directory, terms.journal(), (_, _) -> {}).close();
        directory.complete();
        return SalvageResult.of(report, slots.values(), losses, terms.id());
      }
    }
  }

  private Map<Integer, SalvagedSlot> save(SalvageBase base, Disk damaged) {
    base.snapshot().ifPresent(snapshot -> saveBase(snapshot, base.slots()));
    JournalSalvage.run(damaged, (entry, _) -> read(entry, base.slots()));
    saveChunk();
    target.finish(slots.values());
    return slots;
  }

  private void saveBase(Snapshot snapshot, int slotCount) {
    for (int number = 0; number < slotCount; number++) {
      if (hasRows(snapshot, number)) {
        var rows = new BaseRows(snapshot, slot(number), target);
        rows.save();
        losses.add(rows);
      }
    }
  }

  private static boolean hasRows(Snapshot snapshot, int slot) {
    try {
      return snapshot.ticket(slot) > 0;
    } catch (StoreException e) {
      return true;
    }
  }

  private void read(Entry entry, int slotCount) {
    if (entry.slot() >= slotCount) {
      losses.addUnreadableEntry();
      return;
    }
    long saved = slot(entry.slot()).lastTicket();
    var steps = chunk.computeIfAbsent(entry.slot(), _ -> new ArrayList<>());
    try {
      for (Journaled step : StepCodec.decode(entry.payload().toByteArray())) {
        if (step.ticket() > saved) {
          steps.add(step);
        }
      }
    } catch (IllegalArgumentException e) {
      losses.addUnreadableEntry();
    }
    chunkBytes += entry.payload().length();
    if (chunkBytes >= CHUNK_BYTES) {
      saveChunk();
    }
  }

  private void saveChunk() {
    chunk.forEach((number, steps) -> target.apply(slot(number), steps));
    chunk.clear();
    chunkBytes = 0;
  }

  private SalvagedSlot slot(int number) {
    return slots.computeIfAbsent(number, SalvagedSlot::new);
  }
}
