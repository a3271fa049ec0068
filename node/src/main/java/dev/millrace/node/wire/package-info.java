/**
 * The gRPC service of a node: wire messages become commands, answers become messages.
 *
 * <p>Wire types and gRPC stop here; what goes to and comes from the {@link
 * dev.millrace.node.CommandPath} is the domain. Every input is checked before a command is made of
 * it, and every failure leaves as a {@code Problem}.
 *
 * <p>Invariants: nothing here blocks or starts a thread, so a direct executor may run it. A grant
 * that can't be delivered is given back. What a caller can make us keep is bounded.
 */
@NullMarked
package dev.millrace.node.wire;

import org.jspecify.annotations.NullMarked;
