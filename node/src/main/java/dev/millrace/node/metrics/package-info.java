/**
 * The metrics of a node, for Prometheus.
 *
 * <p>{@link dev.millrace.node.metrics.Metric} names them all. Values are looked at when somebody
 * asks; what is counted in between are adders that the path of a command has anyway.
 */
@NullMarked
package dev.millrace.node.metrics;

import org.jspecify.annotations.NullMarked;
