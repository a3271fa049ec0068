/**
 * Builds a backlog directly in the data directory of a node that doesn't run: tasks are sorted on
 * disk, written as rows, and given to the store all at once.
 *
 * <p>Invariant: a directory is as it was, but for an opening more in its journal, until one change
 * makes all tasks, counters and tickets part of it.
 */
@NullMarked
package dev.millrace.node.load;

import org.jspecify.annotations.NullMarked;
