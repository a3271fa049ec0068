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
      return atLeast(1, text);
    }
  }

  /** How many of something, or none. */
  static final class Natural implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return atLeast(0, text);
    }
  }

  private static int atLeast(int min, String text) {
    try {
      var number = Integer.parseInt(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Answered below, as a number out of range is.
    }
    throw new TypeConversionException(
        "'%s' is not a number from %d to %d".formatted(text, min, Integer.MAX_VALUE));
  }
}
