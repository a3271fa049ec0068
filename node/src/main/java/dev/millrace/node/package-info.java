/**
 * The engine of a node and the path of commands through it.
 *
 * <p>Two layers. {@link dev.millrace.node.Engine} with {@link dev.millrace.node.Slots}, {@link
 * dev.millrace.node.Execution}, {@link dev.millrace.node.Freezing}, {@link
 * dev.millrace.node.Commit}, {@link dev.millrace.node.Checkpoint} and {@link
 * dev.millrace.node.Recovery} has no threads and is given the time: the simulator drives exactly
 * this code. {@link dev.millrace.node.StagedPath} runs it on five threads: <i>execute</i> owns the
 * slots, <i>journal</i> writes and syncs, <i>load</i> reads the store, <i>checkpoint</i> writes it,
 * <i>upkeep</i> prepares segments. Nobody else touches what they own, and nobody interrupts them.
 *
 * <p>Invariants: no answer leaves before everything that was executed before it is as durable as
 * its caller asked; every call is answered exactly once; a step has room in the journal before it
 * takes effect; the store gets a layer only when the journal is durable up to its ticket, and the
 * layers of a slot in their order; the journal is trimmed to what the store has flushed; what
 * doesn't fit is refused, never queued without bound; after the first failure nothing is executed
 * or shown.
 */
@NullMarked
package dev.millrace.node;

import org.jspecify.annotations.NullMarked;
