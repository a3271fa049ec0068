package dev.millrace.node;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.JournalStatus;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.FrozenLayer;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The way of changes into the store, step by step: frozen layers are applied in their order,
 * applied layers are flushed, and the journal is trimmed to what is flushed. Used by one thread at
 * a time; time is given to it.
 *
 * <p>Every step may throw a {@link dev.millrace.store.StoreException}; if it says that the disk is
 * full, the step may be tried again.
 */
public final class Checkpoint {
  /** What is applied and not flushed has to be read from the journal again after a crash. */
  private static final long FLUSH_BYTES = 64L << 20;

  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final DataDirectory directory;
  private final SlotStore slotStore;
  private final long journalBytesLong;
  private final int segmentBytes;

  /** How long what is applied may wait to be flushed. */
  private final long flushNanosMax;

  /** Durable in the journal, and not in the store yet. */
  private final ArrayDeque<FrozenLayer> layers = new ArrayDeque<>();

  private int unflushedLayers;
  private long unflushedBytes;
  private long unflushedSinceNanos;

  /** Whether a freeze was asked for and nothing has come of it yet, and when that was. */
  private boolean asked;

  private long askedNanos;

  public Checkpoint(DataDirectory directory, SlotStore slotStore, EngineConfig config) {
    this.directory = directory;
    this.slotStore = slotStore;
    this.journalBytesLong = config.checkpoint().journalBytesMax() / 4;
    this.segmentBytes = config.journal().segmentBytes();
    this.flushNanosMax = config.checkpoint().interval().toNanos() / 2;
  }

  /** Takes a layer, up to whose ticket the journal is durable. */
  public void add(FrozenLayer layer) {
    layers.addLast(layer);
    asked = false;
  }

  /** Layers that wait to be applied. */
  public int waiting() {
    return layers.size();
  }

  /** Gives the next layer to the store; there must be one. */
  public Applied applyNext(long nowNanos) {
    FrozenLayer layer = layers.getFirst();
    slotStore.apply(layer);
    layers.removeFirst();
    if (unflushedLayers++ == 0) {
      unflushedSinceNanos = nowNanos;
    }
    unflushedBytes += layer.bytes();
    return new Applied(layer.slot(), layer.ticket());
  }

  public boolean hasUnflushed() {
    return unflushedLayers > 0;
  }

  /** Whether so much was applied that it should be flushed before more is. */
  boolean isFlushDue() {
    return unflushedBytes >= FLUSH_BYTES;
  }

  /** Whether a flush pays, now that nothing waits to be applied. */
  boolean isFlushDue(JournalStatus journal, long nowNanos) {
    return hasUnflushed() && (isFlushDue() || isLong(journal) || nowNanos - flushNanos() >= 0);
  }

  /** When what is applied now will have waited for long enough to be flushed. */
  long flushNanos() {
    return unflushedSinceNanos + flushNanosMax;
  }

  /** Makes durable what was applied, if anything was, and gives up what the journal kept of it. */
  void flush(SegmentJournal journal) {
    if (hasUnflushed()) {
      flush();
    }
    trim(journal);
  }

  /** Makes durable what was applied. */
  public void flush() {
    slotStore.flush();
    unflushedLayers = 0;
    unflushedBytes = 0;
  }

  /** Gives up what the journal needn't keep. */
  public void trim(SegmentJournal journal) {
    // A program that knows no store would not miss what is trimmed.
    directory.raise();
    var _ = journal.trim(slotStore.flushedTickets());
  }

  /**
   * Whether the slots that keep the journal long should be frozen if that pays, now that all that
   * was frozen is flushed. Not said again at once if no layer comes.
   */
  public boolean asksForOldest(JournalStatus journal, long nowNanos) {
    boolean mayAsk = !asked || nowNanos - askedNanos >= ASK_AGAIN_NANOS;
    boolean asks = mayAsk && layers.isEmpty() && !hasUnflushed() && isLong(journal);
    if (asks) {
      asked = true;
      askedNanos = nowNanos;
    }
    return asks;
  }

  private boolean isLong(JournalStatus journal) {
    return sealedBytes(journal) > journalBytesLong;
  }

  /** The size of the segments that are full. */
  public long sealedBytes(JournalStatus journal) {
    return (journal.segments() - 1L) * segmentBytes;
  }

  /** Whether there may be rows of deleted queues to remove. */
  public boolean isReaping() {
    return slotStore.isReaping();
  }

  /** Removes some rows of deleted queues. */
  public void reapSome() {
    slotStore.reapSome();
  }
}
