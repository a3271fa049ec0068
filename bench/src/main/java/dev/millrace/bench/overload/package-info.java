/**
 * A node under more load than it can bear.
 *
 * <p>{@link dev.millrace.bench.overload.SlowNode} is a node whose journal makes its capacity small
 * and known, so that a {@link dev.millrace.bench.overload.SwarmLoop} on the same machine can offer
 * ten times as much. The swarm is an open loop on one thread: requests come when they are meant to,
 * however slow the answers are, and latency counts from then. What clients learn of their tasks is
 * in their {@link dev.millrace.bench.overload.TaskBook}s, and is compared with what the node has in
 * the end.
 */
@NullMarked
package dev.millrace.bench.overload;

import org.jspecify.annotations.NullMarked;
