/**
 * The queue engine: which task is ready, who holds it and until when.
 *
 * <p>Nothing here does I/O, starts a thread, reads a clock or draws a random number: time and
 * chance come in as arguments, so that the same commands always give the same state.
 */
@NullMarked
package dev.millrace.queue;

import org.jspecify.annotations.NullMarked;
