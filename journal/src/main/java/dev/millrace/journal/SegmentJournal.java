package dev.millrace.journal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in segment files. It has no thread of its own: who calls what is said in the package's
 * description.
 *
 * <p>The path of an entry: {@link #reserve} before the command executes, {@link Reservation#fill}
 * after, then {@link #write} (the operating system has it) and {@link #sync} (it is durable). Many
 * frames may be written before they are synced, and while others are.
 *
 * <p><b>Poisoning.</b> A failed write or sync leaves open what is on disk, and a repeated sync may
 * succeed without having written anything. So the first failure is the last call: everything later
 * throws {@link JournalPoisonedException}, and the next opening decides by what it reads.
 */
public final class SegmentJournal implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SegmentJournal.class);

  private final JournalConfig config;
  private final DirectoryId directory;
  private final Anchor anchor;
  private final Space space;
  private final SegmentIndex index;
  private final Upkeep upkeep;
  private final FrameBuffer frame;
  private final TicketRanges tickets;
  private final long incarnation;
  private final boolean wasTrimmed;

  /** Held during a sync, and to go on in another file. */
  private final ReentrantLock syncing = new ReentrantLock();

  private boolean isClosed;
  private Segment active;
  private SpareSegment activePlace; // changed by the journal thread, under the lock
  private Checksum checksum;
  private volatile long lastTimeMillis;
  private volatile long writtenFrame;
  private volatile long syncedFrame;
  private volatile @Nullable Throwable poison;

  SegmentJournal(Recovered recovered) {
    this.config = recovered.config();
    this.directory = recovered.directory().id();
    this.anchor = recovered.anchor();
    this.space = recovered.space();
    this.index = recovered.index();
    this.upkeep = recovered.upkeep();
    this.frame = new FrameBuffer(config.frameBytesMax());
    this.tickets = recovered.tickets();
    this.incarnation = anchor.state().incarnation();
    this.wasTrimmed = anchor.state().isTrimmed();
    this.lastTimeMillis = recovered.lastTimeMillis();
    this.writtenFrame = recovered.lastFrame();
    this.syncedFrame = recovered.lastFrame();
    this.active = new Segment(recovered.fresh().number(), tickets.slots());
    this.activePlace = recovered.fresh();
    this.checksum = new Checksum(directory, active.number());
  }

  /**
   * Reads the journal, shows all its entries to the visitor, and makes it ready for new ones. If it
   * throws, what the visitor was shown must be forgotten.
   *
   * @throws JournalDamagedException if entries that had been synced can't be read
   */
  public static SegmentJournal open(
      DataDirectory directory, JournalConfig config, EntryVisitor visitor) {
    return open(directory, config, RecoveryRules.STRICT, visitor);
  }

  /** Opens with other rules; only for the simulator, which has to notice what they break. */
  public static SegmentJournal open(
      DataDirectory directory, JournalConfig config, RecoveryRules rules, EntryVisitor visitor) {
    return new SegmentJournal(Recovery.run(directory, config, rules, visitor));
  }

  /** A number larger than that of every earlier opening; durable. */
  public long incarnation() {
    return incarnation;
  }

  /** Whether what the journal held when it was opened was not everything: a store has the rest. */
  public boolean wasTrimmed() {
    return wasTrimmed;
  }

  /** The time of the last frame; 0 if there is none. */
  public long lastTimeMillis() {
    return lastTimeMillis;
  }

  /** The last ticket of a slot in the journal; 0 if there is none. For the journal thread. */
  public long lastTicket(int slot) {
    return tickets.last(slot);
  }

  /**
   * Sets room aside for an entry with at most so many bytes of payload. Once granted, writing it
   * can't fail for lack of space.
   */
  public ReserveResult reserve(int payloadBytes, Purpose purpose) {
    if (payloadBytes < 0 || payloadBytes > config.payloadBytesMax()) {
      throw new IllegalArgumentException(
          "payload of %d bytes; at most %d".formatted(payloadBytes, config.payloadBytesMax()));
    }
    checkNotPoisoned();
    return space.reserve(payloadBytes, purpose);
  }

  /**
   * Writes one frame with as many of the leading entries as fit, at least one. The rest follows
   * with the next call.
   *
   * @param timeMillis must not be before that of the last frame
   * @return how many reservations were written; they are settled
   */
  public int write(List<Reservation> reservations, long timeMillis) {
    checkNotPoisoned();
    Invariant.check(!reservations.isEmpty(), "a frame is written without entries");
    Invariant.check(timeMillis >= lastTimeMillis, "time goes back");
    try {
      if (reservations.getFirst().charge() > space.activeRoomBytes()) {
        roll();
      }
      int count = frame.fitting(reservations, space.activeRoomBytes());
      writeFrame(reservations.subList(0, count), timeMillis);
      return count;
    } catch (RuntimeException | Error e) {
      throw poisonedBy(e);
    }
  }

  /** Whether {@link #write} would find room for all of them in the segment that it is at. */
  public boolean hasRoomAtHand(List<Reservation> reservations) {
    long room = space.activeRoomBytes();
    for (var reservation : reservations) {
      room -= reservation.charge();
    }
    return room >= 0;
  }

  /** Makes this segment durable, and continues in the next, which was prepared. */
  private void roll() {
    syncing.lock();
    try {
      syncWritten();
      var spare = space.takeSpare();
      index.addSealed(active);
      index.activate(spare.number());
      activePlace.file().close();
      active = new Segment(spare.number(), tickets.slots());
      activePlace = spare;
      checksum = new Checksum(directory, spare.number());
    } finally {
      syncing.unlock();
    }
  }

  private void writeFrame(List<Reservation> reservations, long timeMillis) {
    long number = writtenFrame + 1;
    for (var reservation : reservations) {
      Invariant.check(tickets.accepts(reservation.entry()), "tickets of a slot must grow");
      tickets.add(reservation.entry());
      active.tickets().add(reservation.entry());
    }
    long at = activePlace.bytes() - space.activeRoomBytes();
    int unsynced = Math.toIntExact(writtenFrame - syncedFrame);
    var bytes = frame.build(reservations, number, unsynced, timeMillis, checksum);
    int frameBytes = bytes.remaining();
    activePlace.file().write(bytes, at);
    active.wrote(number);
    lastTimeMillis = timeMillis;
    writtenFrame = number;
    space.wrote(frameBytes, reservations);
    reservations.forEach(Reservation::settle);
  }

  /** Makes all frames durable whose writing has returned. */
  public void sync() {
    syncing.lock();
    try {
      checkNotPoisoned();
      syncWritten();
    } catch (JournalPoisonedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw poisonedBy(e);
    } finally {
      syncing.unlock();
    }
  }

  private void syncWritten() {
    long written = writtenFrame;
    if (written > syncedFrame) {
      activePlace.file().sync();
      syncedFrame = written;
    }
  }

  /**
   * Gives up leading segments all of whose entries are flushed; {@link #maintain} removes them.
   *
   * @param flushedTickets by slot, the last ticket that isn't needed any more
   * @return what keeps the oldest segment that remains; empty if it is only being written
   */
  public Optional<Pin> trim(long[] flushedTickets) {
    checkNotPoisoned();
    return index.trim(flushedTickets);
  }

  /**
   * Does a piece of the slow work: removes trimmed segments, prepares one spare, looks at the free
   * space. Call it after opening, after {@link #trim}, when a reservation was refused, and once in
   * a while; a full disk is noticed, and left, only here.
   *
   * @return whether there is more to do at once
   */
  public boolean maintain() {
    checkNotPoisoned();
    try {
      upkeep.recordTrim(anchor, index);
    } catch (RuntimeException | Error e) {
      throw poisonedBy(e);
    }
    return upkeep.step();
  }

  public JournalStatus status() {
    int spares = space.spares().size();
    int segments = index.count();
    return new JournalStatus(
        incarnation,
        writtenFrame,
        syncedFrame,
        segments,
        spares,
        (long) (segments + spares) * config.segmentBytes(),
        space.chargedBytes(),
        upkeep.usableBytes(),
        space.isFull(),
        poison != null);
  }

  private void checkNotPoisoned() {
    if (poison != null) {
      throw new JournalPoisonedException(poison);
    }
  }

  private RuntimeException poisonedBy(Throwable failure) {
    poison = failure;
    log.error("Journal is poisoned: frame={} cause={}", writtenFrame, failure.getMessage());
    return switch (failure) {
      case JournalException disk -> new JournalPoisonedException(disk);
      case RuntimeException other -> other;
      case Error error -> throw error;
      default -> new JournalPoisonedException(failure);
    };
  }

  /**
   * Closes all files. If everything was synced, notes that the journal is complete, so that the
   * next opening would notice the loss of any frame, the last one too.
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    boolean complete = syncedFrame == writtenFrame && poison == null;
    isClosed = true;
    try (anchor;
        var _ = activePlace.file()) {
      space.spares().forEach(spare -> spare.file().close());
      if (complete) {
        anchor.update(anchor.state().closed(active.number(), syncedFrame));
      }
    }
  }
}
