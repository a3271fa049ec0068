/**
 * Load on a server of queues, Millrace or another, and what is seen of it.
 *
 * <p>A {@link dev.millrace.bench.load.Contender} starts a server and opens connections to it;
 * {@link dev.millrace.bench.load.Caller}s use {@link dev.millrace.bench.load.Session}s, each one of
 * its own. {@link dev.millrace.bench.load.Load} runs {@link dev.millrace.bench.load.Cell}s on it,
 * the same for every contender, and returns {@link dev.millrace.bench.load.Outcome}s.
 */
@NullMarked
package dev.millrace.bench.load;

import org.jspecify.annotations.NullMarked;
