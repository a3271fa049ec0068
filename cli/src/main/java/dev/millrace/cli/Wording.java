package dev.millrace.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How counts, times and sizes are worded for people; the same in every locale. */
final class Wording {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private Wording() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String counted(long number, String noun) {
    return counted(number, noun, noun + "s");
  }

  static String counted(long number, String noun, String plural) {
    return count(number) + " " + (number == 1 ? noun : plural);
  }

  static String rate(double perSecond) {
    return perSecond < 0.005
        ? "0"
        : String.format(Locale.ROOT, perSecond < 10 ? "%.2f" : "%,.0f", perSecond);
  }

  static String time(Instant time, ZoneId zone) {
    return TIME.format(time.atZone(zone));
  }

  /** The two largest units: {@code 450ms}, {@code 1.5s}, {@code 3m12s}, {@code 2d4h}. */
  static String duration(Duration duration) {
    var seconds = duration.toSeconds();
    if (seconds == 0) {
      return duration.toMillis() + "ms";
    }
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1000.0);
    }
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3_600) {
      return pair(duration.toMinutes(), "m", duration.toSecondsPart(), "s");
    }
    if (seconds < 86_400) {
      return pair(duration.toHours(), "h", duration.toMinutesPart(), "m");
    }
    return pair(duration.toDays(), "d", duration.toHoursPart(), "h");
  }

  private static String pair(long large, String largeUnit, int small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }

  static String size(long bytes) {
    if (bytes < 1_024) {
      return bytes + " B";
    }
    return bytes < 1_048_576
        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1_024.0)
        : String.format(Locale.ROOT, "%.1f MiB", bytes / 1_048_576.0);
  }
}
