package dev.millrace.simulation;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** All chance of a run, from its seed. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    this(new SplittableRandom(seed));
  }

  private Dice(SplittableRandom random) {
    this.random = random;
  }

  /** Dice of their own for another part, which draws without disturbing this one. */
  Dice split() {
    return new Dice(random.split());
  }

  SplittableRandom random() {
    return random;
  }

  /** 0 up to but without {@code bound}. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends included. */
  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  <T> T pick(List<T> items) {
    return items.get(below(items.size()));
  }

  @SafeVarargs
  final <T> T pick(T... items) {
    return items[below(items.length)];
  }

  /** An index, each as likely as its weight. */
  int weighted(int... weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    int drawn = below(sum);
    for (int i = 0; i < weights.length; i++) {
      drawn -= weights[i];
      if (drawn < 0) {
        return i;
      }
    }
    throw new IllegalStateException("no weight is positive");
  }

  /** A key, each as likely as its weight. */
  <T> T weighted(Map<T, Integer> weights) {
    int sum = 0;
    for (int weight : weights.values()) {
      sum += weight;
    }
    int drawn = below(sum);
    for (var entry : weights.entrySet()) {
      drawn -= entry.getValue();
      if (drawn < 0) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("no weight is positive");
  }

  /** A duration: mostly short, sometimes the least there is, rarely long. */
  long millis(long least, long usual) {
    return switch (weighted(10, 60, 20, 3)) {
      case 0 -> least;
      case 1 -> between(least, usual);
      case 2 -> between(usual, 4 * usual);
      default -> 100 * usual;
    };
  }
}
