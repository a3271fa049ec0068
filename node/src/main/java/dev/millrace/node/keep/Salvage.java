package dev.millrace.node.keep;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.DataDirectoryException.Problem;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Disk;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalSalvage;
import dev.millrace.journal.JournalStart;
import dev.millrace.journal.SalvageReport;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Change;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.Ticket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a new data directory out of what can be read of a damaged one, which stays as it is. */
public final class Salvage {
  private final Map<Integer, SalvagedSlot> slots = new TreeMap<>();
  private long unreadableEntries;

  private Salvage() {}

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
   * @param target must be empty
   * @throws dev.millrace.journal.JournalException if the damaged directory is in use or holds
   *     nothing of ours, or the target can't be written
   */
  public static SalvageResult run(Disk damaged, Disk target, Terms terms) {
    DataDirectory.checkEmpty(target);
    var salvage = new Salvage();
    SalvageReport report = JournalSalvage.run(damaged, (entry, _) -> salvage.read(entry));
    if (report.hasStore()) {
      throw new DataDirectoryException(
          Problem.UNUSABLE,
          damaged.location() + " has a store, which this program can't salvage yet");
    }
    return salvage.write(report, target, terms);
  }

  private void read(Entry entry) {
    List<StepCodec.Journaled> steps;
    try {
      steps = StepCodec.decode(entry.payload().toByteArray());
    } catch (IllegalArgumentException e) {
      unreadableEntries++;
      return;
    }
    var slot = slots.computeIfAbsent(entry.slot(), _ -> new SalvagedSlot());
    steps.forEach(slot::apply);
  }

  private SalvageResult write(SalvageReport report, Disk target, Terms terms) {
    long reached =
        slots.values().stream()
            .mapToLong(slot -> Ticket.epochOf(slot.lastTicket()))
            .reduce(report.incarnation(), Math::max);
    var start = new JournalStart(reached + Timeline.INCARNATIONS_AHEAD, false);
    int slotCount = report.slots().orElse(terms.slots());
    try (var directory = DataDirectory.make(target, slotCount, terms.id(), start)) {
      try (var journal = SegmentJournal.open(directory, terms.journal(), (_, _) -> {})) {
        var writer = new StepWriter(journal);
        writer.prepare();
        slots.forEach(
            (number, slot) -> write(number, slot, slotCount, journal.incarnation(), writer));
        writer.flush();
      }
      directory.complete();
    }
    return SalvageResult.of(report, slots.values(), unreadableEntries, terms.id());
  }

  private static void write(
      int number, SalvagedSlot slot, int slotCount, long incarnation, StepWriter writer) {
    var last = new long[] {Ticket.before(incarnation, slot.lastTicket())};
    new SalvagedSteps(
            number,
            slotCount,
            (List<Change> changes) -> {
              long ticket = ++last[0];
              long millis = slot.timeMillis();
              writer.write(number, ticket, millis, StepCodec.encode(ticket, millis, changes));
            })
        .write(slot);
  }
}
