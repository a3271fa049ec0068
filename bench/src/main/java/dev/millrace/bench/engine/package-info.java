/**
 * The engine alone, without server, network and disk, measured by JMH.
 *
 * <p>{@link dev.millrace.bench.engine.EngineBench} runs the {@code …Benchmark}s; JMH writes the
 * code around them when they are compiled.
 */
@NullMarked
package dev.millrace.bench.engine;

import org.jspecify.annotations.NullMarked;
