/**
 * Keeps what a node has safe against the loss of its disk: backups, what makes a data directory out
 * of one, and what saves the readable part of a damaged one.
 *
 * <p>Invariants: a directory that is read is never changed; one that is made can't be opened before
 * all of it is in place; it never gives a ticket or a lease number of the lost time again.
 */
@NullMarked
package dev.millrace.node.keep;

import org.jspecify.annotations.NullMarked;
