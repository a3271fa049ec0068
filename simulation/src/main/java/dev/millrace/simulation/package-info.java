/**
 * Runs queue and journal in a world made from a seed: time, crashes and disk faults are drawn from
 * it, so that every failure can be seen again.
 */
@NullMarked
package dev.millrace.simulation;

import org.jspecify.annotations.NullMarked;
