package dev.millrace.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time: {@code 500ms}, {@code 30s}, {@code 1h30m}, {@code 7d}, or ISO 8601. */
final class DurationConverter implements ITypeConverter<Duration> {
  /** More than anybody waits, and far from what overflows in milliseconds. */
  private static final Duration MAX = Duration.ofDays(36_500);

  private static final Pattern PARTS =
      Pattern.compile(
          "(?:(?<d>\\d{1,9})d)?(?:(?<h>\\d{1,9})h)?(?:(?<m>\\d{1,9})m)?"
              + "(?:(?<s>\\d{1,12}(?:\\.\\d{1,9})?)s)?(?:(?<ms>\\d{1,15})ms)?");

  @Override
  public Duration convert(String text) {
    var duration = text.toUpperCase(Locale.ROOT).startsWith("P") ? iso(text) : parts(text);
    if (duration.isNegative()) {
      throw new TypeConversionException("'%s' is negative".formatted(text));
    }
    if (duration.compareTo(MAX) > 0) {
      throw new TypeConversionException(
          "'%s' is longer than %d days".formatted(text, MAX.toDays()));
    }
    return duration;
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException | ArithmeticException _) {
      throw wrong(text);
    }
  }

  private static Duration parts(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    var parts = PARTS.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      throw wrong(text);
    }
    return Duration.ofDays(whole(parts.group("d")))
        .plusHours(whole(parts.group("h")))
        .plusMinutes(whole(parts.group("m")))
        .plus(seconds(parts.group("s")))
        .plusMillis(whole(parts.group("ms")));
  }

  private static long whole(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static Duration seconds(@Nullable String digits) {
    return digits == null ? Duration.ZERO : Duration.parse("PT" + digits + "S");
  }

  private static TypeConversionException wrong(String text) {
    var unit = text.matches("\\d+(\\.\\d+)?") ? "; which unit?" : "";
    return new TypeConversionException(
        "'%s' is not a length of time, such as 500ms, 30s, 5m, 1h30m or 7d%s"
            .formatted(text, unit));
  }
}
