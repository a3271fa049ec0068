package dev.millrace.journal;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The identity of a data directory, drawn at random by whoever makes it. It is mixed into every
 * checksum, so that a file of another directory is never taken for one of ours.
 */
public record DirectoryId(long high, long low) {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

  static boolean isValid(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if the text is something else
   */
  public static DirectoryId parse(String text) {
    if (!isValid(text)) {
      throw new IllegalArgumentException("not an id of a data directory: " + text);
    }
    return new DirectoryId(
        HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
