package dev.millrace.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a campaign has found.
 *
 * @param seeds how many were run
 * @param missed things that have to happen in a campaign and did not
 */
public record CampaignResult(
    CampaignConfig config,
    long seeds,
    double seconds,
    List<Failure> failures,
    List<String> missed) {
  /** Fewer seeds can't be expected to come across everything. */
  private static final int SEEDS_FOR_MARKS = 500;

  private static final double SEEDS_PER_SECOND_MIN = 20;

  public CampaignResult {
    failures = List.copyOf(failures);
    missed = List.copyOf(missed);
  }

  public double seedsPerSecond() {
    return seeds / Math.max(seconds, 1e-9);
  }

  /** Whether everything is as it should be: with a seeded bug, that it was found. */
  public boolean isMet() {
    if (config.bug().isPresent()) {
      return !failures.isEmpty();
    }
    return failures.isEmpty() && (missed.isEmpty() || seeds < SEEDS_FOR_MARKS);
  }

  public int exitCode() {
    return isMet() ? 0 : 1;
  }

  /** The measured values against their limits, one a line. */
  public List<String> bars() {
    var bars = new ArrayList<String>();
    if (config.bug().isPresent()) {
      bars.add(bar("bug-found-" + config.bug().get(), failures.size(), 1, !failures.isEmpty()));
      return bars;
    }
    bars.add(bar("failures", failures.size(), 0, failures.isEmpty()));
    if (seeds >= SEEDS_FOR_MARKS) {
      bars.add(bar("marks-missed", missed.size(), 0, missed.isEmpty()));
    }
    boolean fast = seedsPerSecond() >= SEEDS_PER_SECOND_MIN;
    bars.add(bar("seeds-per-second", seedsPerSecond(), SEEDS_PER_SECOND_MIN, fast));
    return bars;
  }

  private static String bar(String name, double measured, double limit, boolean met) {
    return "bar %s %s %s %s"
        .formatted(name, number(measured), number(limit), met ? "met" : "short");
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  /** The command that shows a failure again. */
  static String command(Failure failure, Optional<SeededBug> bug) {
    return "./millrace simulate --seed %d --ops %d%s"
        .formatted(
            failure.seed(), failure.operations(), bug.map(name -> " --bug " + name).orElse(""));
  }
}
