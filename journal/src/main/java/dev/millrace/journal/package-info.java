/**
 * The durable log: what was promised to a client is on disk before the promise is made.
 *
 * <p>Knows bytes, slots and tickets, not queues. Nothing here starts a thread, reads a clock or
 * draws a random number; only {@link dev.millrace.journal.FileDisk} touches the file system.
 *
 * <p><b>Threads.</b> These roles, each of which may have a thread of its own:
 *
 * <ul>
 *   <li><i>execute</i>, any number of threads: {@code reserve}, and a reservation's {@code fill}
 *       and {@code release};
 *   <li><i>journal</i>, one thread: {@code write}, {@code close};
 *   <li><i>sync</i>, any number of threads, which must have stopped before {@code close}: {@code
 *       sync};
 *   <li><i>upkeep</i>, one thread, which must have stopped before {@code close}: {@code maintain}.
 * </ul>
 *
 * {@code trim} and {@code status} may be called by anyone. None of these threads may be
 * interrupted: an interrupt closes the file under it, which poisons the journal.
 *
 * <p>The bytes on disk are described in {@code docs/storage-format.md}.
 */
@NullMarked
package dev.millrace.journal;

import org.jspecify.annotations.NullMarked;
