/**
 * Runs the node's own classes in a world made from a seed, and compares every reply with an
 * independent model: time, crashes and disk faults are drawn from the seed, so that every failure
 * can be seen again.
 *
 * <p>{@link dev.millrace.simulation.Campaign} runs many seeds. One seed is a {@code Run}: a {@code
 * Workload} sends commands, a {@code Machine} keeps a {@code SimulatedProcess} going over crashes,
 * and a {@code StoreKeeper} reads from its store and writes to it, a piece now and a piece then,
 * with memory for as little as no task at all. What happens is judged by three who don't know each
 * other: the {@code Model}, written from docs/protocol.md, predicts every reply; the {@code Ledger}
 * and {@code AnswerRules} know only what clients sent and were answered; the {@code Audit} compares
 * statistics with a full scan, of the store's rows too. {@link dev.millrace.simulation.SeededBug}
 * shows that they would notice, {@code Marks} that there was something to notice.
 *
 * <p>A command that has to read is executed late, and the model with it: {@code Followers} follow
 * what slots do in the order in which they do it. What the protocol leaves open while something is
 * read is in {@code WaitingRules}.
 *
 * <p>Invariants: the same seed is the same run, to the last byte; nothing in a run reads a clock or
 * iterates in an order that the JVM drew; only {@code CampaignLoop} starts threads. The model
 * doesn't look at the engine's code. Product code has no switch for a seeded bug: each is put
 * between its classes, at one of the {@code Seams}.
 */
@NullMarked
package dev.millrace.simulation;

import org.jspecify.annotations.NullMarked;
