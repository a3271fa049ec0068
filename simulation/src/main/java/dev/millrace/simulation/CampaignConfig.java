package dev.millrace.simulation;

import java.util.Optional;

/**
 * What to simulate.
 *
 * @param firstSeed the first of {@code seeds} seeds one after the other
 * @param operationsMax commands of a seed at most; each seed draws how many it has
 * @param bug a bug to look for; then a campaign that finds nothing has failed
 * @param threads seeds that run at the same time
 * @param keptSeeds whether seeds that have failed before run first
 */
public record CampaignConfig(
    long firstSeed,
    long seeds,
    int operationsMax,
    Optional<SeededBug> bug,
    int threads,
    boolean keptSeeds) {
  public static final int OPERATIONS_MAX = 500;

  /** A number of seeds on all cores, with those that have failed before. */
  public static CampaignConfig of(long firstSeed, long seeds) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new CampaignConfig(firstSeed, seeds, OPERATIONS_MAX, Optional.empty(), cores, true);
  }

  public CampaignConfig with(SeededBug seeded) {
    return new CampaignConfig(firstSeed, seeds, operationsMax, Optional.of(seeded), threads, false);
  }
}
