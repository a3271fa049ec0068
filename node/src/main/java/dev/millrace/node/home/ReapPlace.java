package dev.millrace.node.home;

import dev.millrace.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * Where a reaper is in a slot.
 *
 * @param queueId of the first queue that isn't finished
 * @param lastHeld the last held task of that queue that is gone; none at its beginning
 */
record ReapPlace(long queueId, @Nullable RowKey lastHeld) {
  static final ReapPlace START = new ReapPlace(1, null);
}
