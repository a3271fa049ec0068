/**
 * Measures real nodes against bars.
 *
 * <p>Every {@link dev.millrace.bench.Bench} starts a node of its own in a folder of its own, drives
 * it over the public protocol, and returns {@link dev.millrace.bench.Bar}s: what was measured and
 * what it must not exceed.
 */
@NullMarked
package dev.millrace.bench;

import org.jspecify.annotations.NullMarked;
