package dev.millrace.simulation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Runs many seeds and tells what they found. The same seeds give the same findings. */
public final class Campaign {
  private static final long PROGRESS_MILLIS = 5_000;
  private static final String KEPT_SEEDS = "seeds.txt";

  private final CampaignConfig config;
  private final Consumer<String> out;

  public Campaign(CampaignConfig config, Consumer<String> out) {
    this.config = config;
    this.out = out;
  }

  /** Runs all seeds; interruption ends it early. */
  public CampaignResult run() throws InterruptedException {
    var seeds = new ArrayList<Long>();
    if (config.keptSeeds()) {
      seeds.addAll(keptSeeds());
    }
    LongStream.range(0, config.seeds()).forEach(i -> seeds.add(config.firstSeed() + i));
    out.accept(
        "seeds %d to %d and %d kept ones, at most %d operations each, %d at a time"
            .formatted(
                config.firstSeed(),
                config.firstSeed() + config.seeds() - 1,
                seeds.size() - config.seeds(),
                config.operationsMax(),
                config.threads()));
    var loop = new CampaignLoop(config, seeds);
    long start = System.nanoTime();
    loop.start();
    while (!loop.isDone()) {
      int finished = loop.await(PROGRESS_MILLIS);
      if (!loop.isDone()) {
        tellProgress(finished, seeds.size(), secondsSince(start), loop.failures().size());
      }
    }
    var result =
        new CampaignResult(
            config, loop.finished(), secondsSince(start), loop.failures(), loop.marks().missed());
    tell(result);
    return result;
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void tellProgress(int finished, int seeds, double seconds, int failures) {
    out.accept(
        String.format(
            Locale.ROOT,
            "%d of %d seeds, %.0f seeds/s, %d failures",
            finished,
            seeds,
            finished / seconds,
            failures));
  }

  private void tell(CampaignResult result) {
    for (Failure failure : result.failures()) {
      out.accept("");
      out.accept("FAILED seed=%d %s".formatted(failure.seed(), failure.message()));
      out.accept("  repeat: " + CampaignResult.command(failure, config.bug()));
      failure.story().forEach(line -> out.accept("  " + line));
    }
    tellProgress(
        (int) result.seeds(), (int) result.seeds(), result.seconds(), result.failures().size());
    if (!result.missed().isEmpty()) {
      out.accept("never happened: " + result.missed());
    }
    result.bars().forEach(out);
  }

  /**
   * Runs one seed and tells every step.
   *
   * @param operations exactly so many; none for as many as the seed draws in a campaign
   * @return whether it passed
   */
  public static boolean tell(
      long seed, OptionalInt operations, Optional<SeededBug> bug, Consumer<String> out) {
    int count = operations.orElse(SeedRunner.operations(seed, CampaignConfig.OPERATIONS_MAX));
    var runner = new SeedRunner(bug);
    runner.tell(seed, count).forEach(out);
    boolean passed = runner.run(seed, count, new Marks()).violation().isEmpty();
    out.accept("seed=%d operations=%d %s".formatted(seed, count, passed ? "passed" : "FAILED"));
    return passed;
  }

  /** Seeds that have failed once. */
  static List<Long> keptSeeds() {
    try (var in = Campaign.class.getResourceAsStream(KEPT_SEEDS)) {
      if (in == null) {
        throw new IllegalStateException(KEPT_SEEDS + " is missing");
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .map(Long::valueOf)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
