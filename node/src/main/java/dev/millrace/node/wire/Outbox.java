package dev.millrace.node.wire;

import dev.millrace.node.AnswerGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends parcels in the order in which they were added, as long as the reader takes them; all that
 * wait go together. Parcels of one {@link AnswerGroup} wait for each other and for nothing else.
 * Whoever adds a parcel may become the sender for a while; nobody waits for another.
 *
 * <p>It has no bound of its own: whoever adds parcels has one.
 */
final class Outbox<P> {
  private final BooleanSupplier isReady;
  private final ToIntFunction<P> bytesOf;
  private final long bytesMax;
  private final Consumer<List<P>> send;
  private final Runnable drain = this::drain;

  // Guarded by this.
  private final Queue<P> parcels = new ArrayDeque<>();
  private boolean isDrainDue;
  private boolean isSending;
  private boolean isClosed;
  private long sent;

  /**
   * @param isReady whether the reader takes more; {@link #drain} must be called when that changes
   * @param bytesMax what goes together has no more bytes than this, unless it is one parcel
   * @param send called by one thread at a time; must not throw
   */
  Outbox(BooleanSupplier isReady, ToIntFunction<P> bytesOf, long bytesMax, Consumer<List<P>> send) {
    this.isReady = isReady;
    this.bytesOf = bytesOf;
    this.bytesMax = bytesMax;
    this.send = send;
  }

  /** Takes the parcel over; false when the outbox is closed. */
  boolean add(P parcel) {
    boolean isFirst;
    synchronized (this) {
      if (isClosed) {
        return false;
      }
      parcels.add(parcel);
      isFirst = !isDrainDue;
      isDrainDue = true;
    }
    if (isFirst) {
      AnswerGroup.after(drain);
    }
    return true;
  }

  /** Sends what can be sent, unless another thread is at it. */
  void drain() {
    for (List<P> load = next(false); load != null; load = next(true)) {
      send.accept(load);
    }
  }

  /**
   * What to send next, for the thread that may send it. The reader is asked under the lock: one who
   * makes it ready afterwards finds that nobody is sending.
   */
  private synchronized @Nullable List<P> next(boolean isSender) {
    isDrainDue = false;
    if (isSending && !isSender) {
      return null;
    }
    isSending = !isClosed && !parcels.isEmpty() && isReady.getAsBoolean();
    return isSending ? load() : null;
  }

  private synchronized List<P> load() {
    sent++;
    List<P> load = new ArrayList<>(parcels.size());
    long bytes = 0;
    for (P parcel = parcels.peek(); parcel != null; parcel = parcels.peek()) {
      bytes += bytesOf.applyAsInt(parcel);
      if (bytes > bytesMax && !load.isEmpty()) {
        break;
      }
      load.add(parcels.remove());
    }
    return load;
  }

  /** How often something was sent, when parcels wait for the reader; -1 when none does. */
  synchronized long sentBeforeStuck() {
    return parcels.isEmpty() || isSending || isReady.getAsBoolean() ? -1 : sent;
  }

  /** Ends it; returns what was not sent. */
  synchronized List<P> close() {
    isClosed = true;
    List<P> unsent = List.copyOf(parcels);
    parcels.clear();
    return unsent;
  }
}
