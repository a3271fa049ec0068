/**
 * The sorted home of what the journal has made durable: rows of bytes, ordered by key.
 *
 * <p>The journal is the truth; a {@link dev.millrace.store.Store} only holds its outcome. It takes
 * {@link dev.millrace.store.Layer}s, each whole, and says up to which ticket of each slot it
 * contains everything, so that the journal knows where to start and what it may forget.
 *
 * <p>Invariants: rows and tickets change together. After a crash a store is exactly as it was after
 * some layer, never before the last flush. Keys start with the slot, so that a slot is one range.
 * What a {@link dev.millrace.store.Snapshot} shows never changes. Rows that were {@linkplain
 * dev.millrace.store.Store#abandon abandoned} are no part of all that.
 *
 * <p>Nothing here does I/O, starts a thread, reads a clock or draws a random number of its own.
 *
 * <p><b>Threads.</b> One thread calls {@code apply} and {@code abandon}; any thread calls the rest.
 * A store may block in native code or on a disk: call it from platform threads only.
 *
 * <p>The bytes of keys are described in {@code docs/store-format.md}.
 */
@NullMarked
package dev.millrace.store;

import org.jspecify.annotations.NullMarked;
