package dev.millrace.bench.load;

/**
 * What was seen of one cell.
 *
 * @param seconds that were measured; fewer than the cell's when the stock was drained
 * @param tasks enqueued, or completed where the job completes, in those seconds
 * @param latency of the calls that did so; lease and completion together are one
 * @param failures of calls, in the warm-up too
 * @param firstFailure empty when there was none
 */
public record Outcome(
    String contender,
    Contender.Setting setting,
    Cell cell,
    double seconds,
    long tasks,
    Latency latency,
    Usage usage,
    long failures,
    String firstFailure) {

  /** Tasks a second; nothing when a call failed, because what fails can be arbitrarily fast. */
  public double perSecond() {
    return failures > 0 || tasks == 0 ? Double.NaN : tasks / seconds;
  }

  public double callsPerSecond() {
    return latency.calls() / seconds;
  }

  /** This and what was seen of the same cell later, as if it had been measured at once. */
  public Outcome plus(Outcome more) {
    return new Outcome(
        contender,
        setting,
        cell.lasting(cell.warmUp(), cell.measured().plus(more.cell.measured())),
        seconds + more.seconds,
        tasks + more.tasks,
        latency.plus(more.latency),
        usage.plus(seconds, more.usage, more.seconds),
        failures + more.failures,
        firstFailure.isEmpty() ? more.firstFailure : firstFailure);
  }

  /** CPU seconds of the server per 1,000 tasks. */
  public double serverSecondsPer1000() {
    return 1000 * usage.serverSeconds() / tasks;
  }

  public double clientSecondsPer1000() {
    return 1000 * usage.clientSeconds() / tasks;
  }

  /** Somebody else used the machine. */
  public boolean isDisturbed() {
    return usage.othersPercent() > Usage.OTHERS_PERCENT_MAX;
  }

  /** What a reader of the figures has to know; empty when nothing. */
  public String note() {
    if (failures > 0) {
      return "%d failed: %s".formatted(failures, firstFailure);
    }
    return isDisturbed() ? "disturbed" : "";
  }
}
