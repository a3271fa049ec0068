package dev.millrace.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** From values to a stretch of pixels, with ticks at round values. */
record Scale(boolean log, double low, double high, double from, double to) {
  private static final int TICKS = 5;

  /** From 0, or from the power of ten below all values, to a round value above all. */
  static Scale over(DoubleStream values, boolean log, double from, double to) {
    double[] sorted = values.filter(Double::isFinite).sorted().toArray();
    double most = sorted.length == 0 ? 1 : sorted[sorted.length - 1];
    if (!log) {
      double step = step(most <= 0 ? 1 : most);
      return new Scale(false, 0, step * Math.max(1, Math.ceil(most / step)), from, to);
    }
    double least = sorted.length == 0 ? 1 : sorted[0];
    double low = Math.pow(10, Math.floor(Math.log10(least)));
    double high = Math.pow(10, Math.ceil(Math.log10(most)));
    return new Scale(true, low, high > low ? high : 10 * low, from, to);
  }

  /** 1, 2 or 5 times a power of ten, so that about five fit. */
  private static double step(double most) {
    double rough = most / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  double at(double value) {
    double share =
        log
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return from + share * (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (log) {
      for (double tick = low; tick <= high * 1.001; tick *= 10) {
        ticks.add(tick);
      }
    } else {
      double step = step(high);
      for (int i = 0; i * step <= high * 1.001; i++) {
        ticks.add(i * step);
      }
    }
    return ticks;
  }

  /** As short as tells it: 0.1, 10, 2,000. */
  static String label(double value) {
    String text = String.format(Locale.ROOT, value < 10 ? "%,.4f" : "%,.0f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
