/**
 * Stages: steps of a server's path, each with a bounded queue, a handler of batches and threads,
 * its own or those of a host, or inline (SEDA). It knows nothing of what the events mean.
 *
 * <p>What happens to an event: {@link dev.millrace.stages.QueueStage#offer} asks {@code EventQueue}
 * whether it is admitted, by its class, by what waits before it and by its client's share; if not,
 * the caller learns why and when to come again. A thread of the stage's {@link
 * dev.millrace.stages.Crew} takes what is to be served next, as many as the batching rule says, and
 * calls the handler without a lock. The rules are in {@code control}; they look at the stage about
 * ten times a second, when something comes or goes.
 *
 * <p>Invariants: every queue has a capacity and what doesn't fit is refused by a type; an event
 * that was accepted is handled, or given to the failure handler, exactly once; events of one client
 * and class are taken in the order of acceptance; a stage that has nothing to do uses no processor;
 * no thread is ever interrupted, because an interrupt closes files under the thread that writes
 * them.
 */
@NullMarked
package dev.millrace.stages;

import org.jspecify.annotations.NullMarked;
