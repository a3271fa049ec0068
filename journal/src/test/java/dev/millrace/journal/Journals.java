package dev.millrace.journal;

import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small journals and entries for tests. */
final class Journals {
  static final int SLOTS = 4;
  static final DirectoryId ID = new DirectoryId(0x0123_4567_89ab_cdefL, 42);
  static final JournalConfig TINY = new JournalConfig(4096, 2048, 2, 0);
  static final long NOW = 1_800_000_000_000L;

  private Journals() {}

  static SimulatedDisk disk() {
    return new SimulatedDisk(new SplittableRandom(1));
  }

  /** An open journal, with what it recovered. */
  record Opened(DataDirectory directory, SegmentJournal journal, List<Entry> recovered)
      implements AutoCloseable {
    @Override
    public void close() {
      try (directory) {
        journal.close();
      }
    }
  }

  static Opened open(Disk disk) {
    return open(disk, TINY);
  }

  static Opened open(Disk disk, JournalConfig config) {
    return open(disk, config, RecoveryRules.STRICT);
  }

  static Opened open(Disk disk, JournalConfig config, RecoveryRules rules) {
    var directory = DataDirectory.open(disk, SLOTS, ID);
    try {
      var recovered = new ArrayList<Entry>();
      var journal =
          SegmentJournal.open(directory, config, rules, (entry, _) -> recovered.add(entry));
      return new Opened(directory, journal, recovered);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  static void maintain(SegmentJournal journal) {
    while (journal.maintain()) {
      // Until there is nothing more to do.
    }
  }

  static Entry entry(int slot, long ticket, int bytes) {
    var payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (slot * 31L + ticket * 7 + i);
    }
    return new Entry(slot, ticket, Bytes.wrap(payload));
  }

  static Reservation reserved(SegmentJournal journal, Entry entry) {
    return switch (journal.reserve(entry.payload().length(), Purpose.COMPLETION)) {
      case Granted(var reservation) -> {
        reservation.fill(entry);
        yield reservation;
      }
      case Refused(var reason) -> throw new AssertionError("refused: " + reason);
    };
  }

  static Reservation filled(ReserveResult result, Entry entry) {
    var reservation = ((Granted) result).reservation();
    reservation.fill(entry);
    return reservation;
  }

  /** Writes and syncs the entries as one frame. */
  static void append(SegmentJournal journal, Entry... entries) {
    write(journal, entries);
    journal.sync();
  }

  /** Writes the entries as one frame. */
  static void write(SegmentJournal journal, Entry... entries) {
    var reservations = List.of(entries).stream().map(entry -> reserved(journal, entry)).toList();
    int written = journal.write(reservations, NOW);
    if (written != entries.length) {
      throw new AssertionError("wrote only " + written);
    }
  }

  /** The names of the segments on a disk, in order. */
  static List<String> segments(Disk disk) {
    return disk.list().stream()
        .filter(name -> FileNames.segmentNumber(name).isPresent())
        .sorted()
        .toList();
  }
}
