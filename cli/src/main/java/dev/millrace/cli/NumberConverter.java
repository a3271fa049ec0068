package dev.millrace.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads whole numbers without a sign. */
final class NumberConverter {
  private NumberConverter() {}

  /** A lease or a size: any number of 64 bits. */
  static final class Unsigned implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException _) {
        throw new TypeConversionException("'%s' is not a whole number".formatted(text));
      }
    }
  }

  /** How many of something: from 1 up. */
  static final class Positive implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        var number = Integer.parseInt(text);
        if (number >= 1) {
          return number;
        }
      } catch (NumberFormatException _) {
        // Answered below, as a number out of range is.
      }
      throw new TypeConversionException(
          "'%s' is not a number from 1 to %d".formatted(text, Integer.MAX_VALUE));
    }
  }
}
