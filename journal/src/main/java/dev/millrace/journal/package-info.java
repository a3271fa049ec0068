/**
 * The durable log: what was promised to a client is on disk before the promise is made.
 *
 * <p>Knows bytes and positions, not queues.
 */
@NullMarked
package dev.millrace.journal;

import org.jspecify.annotations.NullMarked;
