/**
 * Stages: steps of a server's path, each with a bounded queue and a thread, or inline.
 *
 * <p>Invariants: every queue has a capacity and a full one refuses by a type; an event that was
 * accepted is handled, or given to the failure handler, exactly once and in the order of
 * acceptance; a stage that has nothing to do uses no processor; no thread is ever interrupted,
 * because an interrupt closes files under the thread that writes them.
 */
@NullMarked
package dev.millrace.stages;

import org.jspecify.annotations.NullMarked;
