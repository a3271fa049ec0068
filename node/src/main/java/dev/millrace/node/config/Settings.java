package dev.millrace.node.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of all known keys, read as what they are. */
public final class Settings {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15}) ?(B|KiB|MiB|GiB|TiB)?");
  private static final Map<String, Long> SIZE_UNITS =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}) ?(ms|s|m|h|d)");
  private static final Map<String, Duration> TIME_UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /** Starts with the default of every key there is. */
  public static Settings of(Map<String, String> defaults) {
    return new Settings(new LinkedHashMap<>(defaults));
  }

  /**
   * Replaces values; a key that isn't known is an error.
   *
   * @param source where they come from, for messages
   */
  public Settings with(String source, Map<String, String> changes) {
    Settings changed = of(values);
    changes.forEach(
        (key, value) -> {
          if (!values.containsKey(key)) {
            throw new ConfigException(
                "%s: there is no setting '%s'; did you mean '%s'?", source, key, nearest(key));
          }
          changed.values.put(key, value);
        });
    return changed;
  }

  /** The known key that is written most like another. */
  public String nearest(String key) {
    return Spelling.nearest(key, List.copyOf(values.keySet()));
  }

  public boolean knows(String key) {
    return values.containsKey(key);
  }

  public String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no such key: " + key);
    }
    return value;
  }

  public int count(String key, int min, int max) {
    String value = text(key);
    if (value.matches("\\d{1,10}")) {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return (int) number;
      }
    }
    throw new ConfigException("%s is a number from %,d to %,d, not '%s'", key, min, max, value);
  }

  public long bytes(String key, long min, long max) {
    String value = text(key);
    Matcher size = SIZE.matcher(value);
    if (!size.matches()) {
      throw new ConfigException("%s is a size such as 64MiB or 512KiB, not '%s'", key, value);
    }
    BigDecimal bytes = new BigDecimal(size.group(1));
    if (size.group(2) != null) {
      bytes = bytes.multiply(BigDecimal.valueOf(SIZE_UNITS.getOrDefault(size.group(2), 1L)));
    }
    if (bytes.compareTo(BigDecimal.valueOf(min)) < 0
        || bytes.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw new ConfigException("%s is %s to %s, not %s", key, inUnits(min), inUnits(max), value);
    }
    return bytes.longValueExact();
  }

  private static String inUnits(long bytes) {
    String text = bytes + "B";
    for (var unit : List.of("KiB", "MiB", "GiB", "TiB")) {
      long size = SIZE_UNITS.getOrDefault(unit, 1L);
      if (bytes >= size && bytes % size == 0) {
        text = bytes / size + unit;
      }
    }
    return text;
  }

  public Duration time(String key, Duration min, Duration max) {
    String value = text(key);
    Matcher time = TIME.matcher(value);
    if (!time.matches()) {
      throw new ConfigException(
          "%s is a length of time such as 500ms, 30s or 5m, not '%s'", key, value);
    }
    Duration unit = TIME_UNITS.getOrDefault(time.group(2), Duration.ZERO);
    Duration length = unit.multipliedBy(Long.parseLong(time.group(1)));
    if (length.compareTo(min) < 0 || length.compareTo(max) > 0) {
      throw new ConfigException(
          "%s is %d s to %d s, not %s", key, min.toSeconds(), max.toSeconds(), value);
    }
    return length;
  }

  /** All values, {@code key=value}, sorted by key. */
  @Override
  public String toString() {
    var line = new StringBuilder();
    new TreeMap<>(values)
        .forEach(
            (key, value) ->
                line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(value));
    return line.toString();
  }
}
