package dev.millrace.node;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.Reservation;
import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Refused;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Invariant;
import dev.millrace.queue.Room;
import dev.millrace.queue.Step;
import java.util.ArrayDeque;

/**
 * Room in the journal: every step that takes effect has a reservation, so that making it durable
 * can't fail for lack of space. Used by the thread that executes.
 */
public final class JournalRoom implements Room {
  /** What may help when the journal has no room at the moment, though the disk isn't full. */
  @FunctionalInterface
  public interface Relief {
    /** Waits for something that may have made room; false when nothing can. */
    boolean await();
  }

  private final SegmentJournal journal;
  private final JournalConfig config;
  private final Relief relief;

  /** Granted to steps that are being executed, in the order in which their slots asked. */
  private final ArrayDeque<Reservation> granted = new ArrayDeque<>();

  public JournalRoom(SegmentJournal journal, JournalConfig config, Relief relief) {
    this.journal = journal;
    this.config = config;
    this.relief = relief;
  }

  /** Room that prepares the journal's next segment itself, for a node without threads. */
  public static JournalRoom withUpkeep(SegmentJournal journal, JournalConfig config) {
    return new JournalRoom(
        journal,
        config,
        () -> {
          boolean missing = journal.status().spareSegments() < config.spareSegments();
          var _ = missing && journal.maintain();
          return missing;
        });
  }

  @Override
  public boolean tryTake(int bytes, boolean growth) {
    if (bytes > config.payloadBytesMax()) {
      return false;
    }
    Purpose purpose = growth ? Purpose.GROWTH : Purpose.COMPLETION;
    while (true) {
      switch (journal.reserve(bytes, purpose)) {
        case Granted(var reservation) -> {
          granted.addLast(reservation);
          return true;
        }
        case Refused(var reason) -> {
          switch (reason) {
            case DISK_FULL -> {
              return false;
            }
            case PREPARING -> {
              if (!relief.await()) {
                return false;
              }
            }
          }
        }
      }
    }
  }

  /** The reservation of a step that took effect, filled with it. */
  Reservation fill(int slot, Step step) {
    Reservation reservation = granted.pollFirst();
    Invariant.check(
        reservation != null, "slot=%d ticket=%d has no room reserved", slot, step.ticket());
    reservation.fill(new Entry(slot, step.ticket(), Bytes.wrap(step.encoded().bytes())));
    return reservation;
  }

  /** Gives back what was set aside for steps that did not take effect. */
  void releaseUnused() {
    while (!granted.isEmpty()) {
      granted.removeFirst().release();
    }
  }
}
