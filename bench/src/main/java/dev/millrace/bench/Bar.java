package dev.millrace.bench;

import java.util.Locale;

/**
 * A bar for a measurement.
 *
 * @param unit behind the numbers: {@code ms}, {@code x}, or nothing
 */
public record Bar(String name, double measured, double limit, String unit, Sense sense) {
  /** One that a measurement must stay under. */
  public Bar(String name, double measured, double limit, String unit) {
    this(name, measured, limit, unit, Sense.AT_MOST);
  }

  /** One that a measurement must reach. */
  public static Bar atLeast(String name, double measured, double limit, String unit) {
    return new Bar(name, measured, limit, unit, Sense.AT_LEAST);
  }

  /** Nothing was measured, which is never good enough. */
  public static Bar unmeasured(String name, double limit, String unit) {
    return new Bar(name, Double.NaN, limit, unit);
  }

  public boolean isMet() {
    // Not a number is on neither side.
    return switch (sense) {
      case AT_MOST -> measured <= limit;
      case AT_LEAST -> measured >= limit;
    };
  }

  @Override
  public String toString() {
    return "bar %s %s %s %s"
        .formatted(name, number(measured), number(limit), isMet() ? "met" : "short");
  }

  private String number(double value) {
    return Double.isNaN(value) ? "unmeasured" : number(value, value >= 100 ? 0 : 4) + unit;
  }

  /** As few digits as tell the value; the same in every locale. */
  private static String number(double value, int decimals) {
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /** On which side of the limit it is good. */
  public enum Sense {
    AT_MOST,
    AT_LEAST
  }
}
