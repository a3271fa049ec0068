package dev.millrace.simulation;

import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws policies with limits that few tasks reach. */
final class PolicyWorkload {
  private static final List<NamePattern> PATTERNS =
      Stream.of("a", "b", "a.*", ".*", "s1", ".*dead").map(NamePattern::of).toList();

  /**
   * Tokens a second that make a binary fraction of a token each millisecond: no rounding, so that
   * nobody need agree on it.
   */
  private static final List<Double> RATES = List.of(1000 / 8.0, 1000 / 32.0, 1000 / 128.0);

  private final Dice dice;

  PolicyWorkload(Dice dice) {
    this.dice = dice;
  }

  List<Policy> document() {
    var policies = new ArrayList<Policy>();
    for (int count = dice.below(4); count > 0; count--) {
      policies.add(policy());
    }
    return policies;
  }

  private Policy policy() {
    String group = dice.chance(0.5) ? null : dice.pick("", "g1", Vocabulary.QUIET);
    return new Policy(
        new NameFilter(group, dice.pick(PATTERNS)),
        dice.pick(0, 1, 2, 3),
        backoff(),
        dice.pick("", "", "b", "a.dead"),
        dice.chance(0.3) ? new Policy.RateLimit(dice.pick(RATES), dice.between(1, 3)) : null,
        dice.pick(0, 0, 1, 2),
        dice.pick(0, 0, 1, 3, 6),
        dice.pick(0, 0, 5, 40));
  }

  private Policy.@Nullable Backoff backoff() {
    return dice.chance(0.5)
        ? new Policy.Backoff(dice.pick(0, 5, 15), dice.pick(1.0, 1.5, 2.0), 50)
        : null;
  }
}
