package dev.millrace.bench.overload;

import java.util.Arrays;

/**
 * How evenly clients are treated.
 *
 * <p>Jain's index compares what each client got with what it should have got: its share where no
 * client gets more than it wants, and none could get more without taking it from one that has less.
 * Where all want more than that, it compares what they got. Where all get what they want, it
 * doesn't hold against the node that some wanted more than others.
 */
final class Fairness {
  private Fairness() {}

  /** 1 if all are equal, 1/n if one has all; not a number if there is nothing to compare. */
  static double jain(double[] values) {
    double sum = Arrays.stream(values).sum();
    double squares = Arrays.stream(values).map(value -> value * value).sum();
    return sum * sum / (values.length * squares);
  }

  static double jain(int[] values) {
    return jain(Arrays.stream(values).asDoubleStream().toArray());
  }

  /** Of those who wanted something. */
  static double jain(int[] wanted, int[] got) {
    double level = level(wanted, Arrays.stream(got).asLongStream().sum());
    double[] shares = new double[wanted.length];
    int clients = 0;
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i] > 0) {
        shares[clients++] = got[i] / Math.min(wanted[i], level);
      }
    }
    return jain(Arrays.copyOf(shares, clients));
  }

  /** What a client should get at most, so that all together get so much. */
  static double level(int[] wanted, long given) {
    int[] sorted = Arrays.stream(wanted).sorted().toArray();
    double left = given;
    for (int i = 0; i < sorted.length; i++) {
      double level = left / (sorted.length - i);
      if (sorted[i] >= level) {
        return level;
      }
      left -= sorted[i];
    }
    return sorted.length == 0 ? 0 : sorted[sorted.length - 1];
  }
}
