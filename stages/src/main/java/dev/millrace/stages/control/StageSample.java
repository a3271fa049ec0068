package dev.millrace.stages.control;

import java.time.Duration;

/**
 * What was seen of a stage since its last sample. Work is measured in units of cost; an event that
 * names no cost is one unit.
 *
 * @param nanos length of the time that was watched
 * @param served cost of the events that were taken from the queue in this time
 * @param waiting cost of the events that wait or are in the handler, at the end of it
 * @param isBusy whether the stage had something to do all the time
 * @param delay90Nanos waited at most by nine of ten events that were taken; 0 when none was
 */
public record StageSample(
    long nanos, double served, double waiting, boolean isBusy, long delay90Nanos) {
  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  public StageSample {
    if (nanos < 1) {
      throw new IllegalArgumentException("a sample takes some time");
    }
  }

  /** Cost per second. */
  public double rate() {
    return served * NANOS_PER_SECOND / nanos;
  }
}
