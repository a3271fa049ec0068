package dev.millrace.node.wire;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends parcels one after the other, in the order in which they were added, as long as the reader
 * takes them. Whoever adds a parcel may become the sender for a while; nobody waits for another.
 *
 * <p>It has no bound of its own: whoever adds parcels has one.
 */
final class Outbox<P> {
  private final BooleanSupplier isReady;
  private final Consumer<P> send;

  // Guarded by this.
  private final Queue<P> parcels = new ArrayDeque<>();
  private boolean isSending;
  private boolean isClosed;

  /**
   * @param isReady whether the reader takes more; {@link #drain} must be called when that changes
   * @param send called by one thread at a time; must not throw
   */
  Outbox(BooleanSupplier isReady, Consumer<P> send) {
    this.isReady = isReady;
    this.send = send;
  }

  /** Takes the parcel over; false when the outbox is closed. */
  boolean add(P parcel) {
    synchronized (this) {
      if (isClosed) {
        return false;
      }
      parcels.add(parcel);
    }
    drain();
    return true;
  }

  /** Sends what can be sent, unless another thread is at it. */
  void drain() {
    for (P parcel = first(false); parcel != null; parcel = first(true)) {
      send.accept(parcel);
    }
  }

  /**
   * The next parcel to send, for the thread that may send it. The reader is asked under the lock:
   * one who makes it ready afterwards finds that nobody is sending.
   */
  private synchronized @Nullable P first(boolean isSender) {
    if (isSending && !isSender) {
      return null;
    }
    isSending = !isClosed && !parcels.isEmpty() && isReady.getAsBoolean();
    return isSending ? parcels.remove() : null;
  }

  /** Ends it; returns what was not sent. */
  synchronized List<P> close() {
    isClosed = true;
    List<P> unsent = List.copyOf(parcels);
    parcels.clear();
    return unsent;
  }
}
