/**
 * Load on a server of queues, Millrace or another, and what is seen of it.
 *
 * <p>A {@link dev.millrace.bench.load.Contender} starts a server and opens connections to it;
 * callers use {@link dev.millrace.bench.load.Session}s, each from a thread of its own. What is
 * measured, and for how long, is the same for every contender.
 */
@NullMarked
package dev.millrace.bench.load;

import org.jspecify.annotations.NullMarked;
