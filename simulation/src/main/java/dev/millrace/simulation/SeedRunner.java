package dev.millrace.simulation;

import java.util.List;
import java.util.Optional;

/** Runs single seeds, again if need be. */
final class SeedRunner {
  private static final int STORY_LINES = 25;

  private final Seams seams;

  SeedRunner(Optional<SeededBug> bug) {
    this.seams = bug.isPresent() ? bug.get() : Seams.NONE;
  }

  /** What became of a seed. */
  record Outcome(long hash, Optional<Violation> violation) {}

  /** How many operations a seed has: mostly few, so that many seeds fit into a minute. */
  static int operations(long seed, int max) {
    double share = new Dice(~seed).random().nextDouble();
    return Math.max(1, (int) (max * share * share));
  }

  Outcome run(long seed, int operations, Marks marks) {
    var trace = new Trace(false);
    var violation = run(seed, operations, marks, trace);
    return new Outcome(trace.hash(), violation);
  }

  private Optional<Violation> run(long seed, int operations, Marks marks, Trace trace) {
    try {
      new Run(seed, operations, seams, marks, trace).run();
      return Optional.empty();
    } catch (Violation violation) {
      return Optional.of(violation);
    } catch (RuntimeException e) {
      return Optional.of(Violation.unexpected(e));
    }
  }

  /** Runs a seed once more, with every step in words. */
  List<String> tell(long seed, int operations) {
    var trace = new Trace(true);
    var violation = run(seed, operations, new Marks(), trace);
    violation.ifPresent(found -> trace.end(found));
    return trace.lines();
  }

  /** The smallest number of operations with which a seed still fails, and what happens then. */
  Failure shrink(long seed, int operations) {
    int fails = operations;
    int passes = 0;
    while (passes + 1 < fails) {
      int middle = (passes + fails) >>> 1;
      if (run(seed, middle, new Marks()).violation().isPresent()) {
        fails = middle;
      } else {
        passes = middle;
      }
    }
    Violation violation =
        run(seed, fails, new Marks())
            .violation()
            .orElseThrow(
                () -> new IllegalStateException("seed %d fails only now and then".formatted(seed)));
    List<String> lines = tell(seed, fails);
    return new Failure(
        seed,
        fails,
        violation.check(),
        String.valueOf(violation.getMessage()),
        lines.subList(Math.max(0, lines.size() - STORY_LINES), lines.size()));
  }
}
