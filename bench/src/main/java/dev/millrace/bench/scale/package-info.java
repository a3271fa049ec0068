/**
 * Grows a node to a billion tasks and measures it on the way: latency, memory, space and restarts
 * against the number of tasks that it has.
 */
@NullMarked
package dev.millrace.bench.scale;

import org.jspecify.annotations.NullMarked;
