/**
 * The pure engine: what a slot of queues decides, as a function of its state, a command and the
 * time.
 *
 * <p>A {@link dev.millrace.queue.Slot} has one writer. It takes {@link dev.millrace.queue.Command}s
 * and yields {@link dev.millrace.queue.Step}s: the changes to make durable, as final states, and
 * the replies that may leave once they are.
 *
 * <p>A slot has counters of all its queues in memory and only some of their tasks. What it lacks it
 * asks for ({@link dev.millrace.queue.Inquiry}), and executes the command that needs it when it was
 * supplied; what changed it keeps until its store has it ({@link dev.millrace.queue.FrozenLayer}).
 *
 * <p>Invariants: nothing here does I/O, starts or knows threads, reads a clock or draws a random
 * number. A failed command changes nothing. What a command finds doesn't depend on what is in
 * memory. Every change of a task, queue, policy or kept request is in the step that made it;
 * applying a step's changes again has no further effect. Tickets, and with them lease numbers and
 * FIFO PIDs, never repeat.
 */
@NullMarked
package dev.millrace.queue;

import org.jspecify.annotations.NullMarked;
