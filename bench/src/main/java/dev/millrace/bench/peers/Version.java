package dev.millrace.bench.peers;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of a version, and all of it as text. */
record Version(int major, int minor, String text) implements Comparable<Version> {
  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)[0-9A-Za-z.+~-]*");

  private static final Comparator<Version> ORDER =
      Comparator.comparingInt(Version::major).thenComparingInt(Version::minor);

  /** The first version in what a program says of itself. */
  static Optional<Version> find(String output) {
    Matcher numbers = NUMBERS.matcher(output);
    return numbers.find()
        ? Optional.of(
            new Version(
                Integer.parseInt(numbers.group(1)),
                Integer.parseInt(numbers.group(2)),
                numbers.group()))
        : Optional.empty();
  }

  boolean isAtLeast(int otherMajor, int otherMinor) {
    return compareTo(new Version(otherMajor, otherMinor, "")) >= 0;
  }

  @Override
  public int compareTo(Version other) {
    return ORDER.compare(this, other);
  }
}
