package dev.millrace.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time: with an offset or {@code Z}, or else in the zone of this machine. */
final class InstantConverter implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    var iso = text.replace(' ', 'T');
    try {
      return OffsetDateTime.parse(iso).toInstant();
    } catch (DateTimeException _) {
      return local(iso, text);
    }
  }

  private static Instant local(String iso, String text) {
    try {
      return LocalDateTime.parse(iso).atZone(ZoneId.systemDefault()).toInstant();
    } catch (DateTimeException _) {
      throw new TypeConversionException(
          "'%s' is not a time, such as 2027-01-31T08:00 or 2027-01-31T08:00:00Z".formatted(text));
    }
  }
}
