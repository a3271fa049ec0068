package dev.millrace.node;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.Reservation;
import dev.millrace.journal.ReserveResult;
import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Reason;
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
    /**
     * Waits for something that may have made room. False when nothing will any more; the room that
     * there is then is all that there is.
     */
    boolean await();
  }

  private final JournalConfig config;

  /** Granted to steps that are being executed, in the order in which their slots asked. */
  private final ArrayDeque<Reservation> granted = new ArrayDeque<>();

  private Journal journal = (_, _) -> new Refused(Reason.DISK_FULL);
  private Relief relief = () -> false;

  /** The one method of a journal that is needed here. */
  @FunctionalInterface
  private interface Journal {
    ReserveResult reserve(int payloadBytes, Purpose purpose);
  }

  /**
   * Room that has none before it is connected: slots need it when they are made, to read the
   * journal into them.
   */
  public JournalRoom(JournalConfig config) {
    this.config = config;
  }

  public void connect(SegmentJournal opened, Relief newRelief) {
    journal = opened::reserve;
    relief = newRelief;
  }

  /** Prepares the journal's next segment when there is none, on the thread that needs it. */
  public Relief upkeepInPlace(SegmentJournal opened) {
    return () -> {
      boolean missing = opened.status().spareSegments() < config.spareSegments();
      var _ = missing && opened.maintain();
      return missing;
    };
  }

  @Override
  public Answer tryTake(int bytes, Kind kind) {
    if (bytes > config.payloadBytesMax()) {
      return Answer.DISK_FULL;
    }
    Purpose purpose = kind == Kind.GROWTH ? Purpose.GROWTH : Purpose.COMPLETION;
    ReserveResult result = journal.reserve(bytes, purpose);
    boolean mayHelp = true;
    while (mayHelp && result instanceof Refused(Reason reason) && reason == Reason.PREPARING) {
      mayHelp = relief.await();
      // Also when nothing is left to wait for: it may have come after we were refused.
      result = journal.reserve(bytes, purpose);
    }
    return switch (result) {
      case Granted(var reservation) -> {
        granted.add(reservation);
        yield Answer.TAKEN;
      }
      case Refused _ -> Answer.DISK_FULL;
    };
  }

  /** The reservation of a step that took effect, filled with it. */
  Reservation fill(int slot, Step step) {
    Invariant.check(!granted.isEmpty(), "slot=%d ticket=%d has no room", slot, step.ticket());
    Reservation reservation = granted.removeFirst();
    reservation.fill(new Entry(slot, step.ticket(), Bytes.wrap(step.encoded().pieces())));
    return reservation;
  }

  /** Gives back what was set aside for steps that did not take effect. */
  void releaseUnused() {
    while (!granted.isEmpty()) {
      granted.removeFirst().release();
    }
  }
}
