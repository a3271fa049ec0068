package dev.millrace.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command of a scenario: words, of which {@code key=value} are options; quotes hold spaces. */
final class ScenarioWords {
  private static final Set<String> OPTIONS =
      Set.of(
          "at_most",
          "backoff",
          "by",
          "conflict",
          "dead",
          "delay",
          "descending",
          "dry_run",
          "expected",
          "failed",
          "for",
          "max",
          "max_attempts",
          "max_lease",
          "max_leased",
          "max_pid",
          "max_tasks",
          "min",
          "n",
          "only_if",
          "rate",
          "request",
          "reset",
          "sort",
          "wait");

  private final List<String> words = new ArrayList<>();
  private final Map<String, String> options = new HashMap<>();
  private int next;

  private ScenarioWords(String text) {
    for (String word : split(text)) {
      int equals = word.indexOf('=');
      if (equals > 0 && OPTIONS.contains(word.substring(0, equals))) {
        options.put(word.substring(0, equals), word.substring(equals + 1));
      } else {
        words.add(word);
      }
    }
  }

  static ScenarioWords of(String text) {
    return new ScenarioWords(text);
  }

  /** The parts of a line that are joined by {@code &}. */
  static List<ScenarioWords> partsOf(String line) {
    List<ScenarioWords> parts = new ArrayList<>();
    for (String part : line.split(" & ", -1)) {
      parts.add(of(part));
    }
    return parts;
  }

  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        any = true;
      } else if (c == ' ' && !quoted) {
        if (any) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
      } else {
        word.append(c);
        any = true;
      }
    }
    if (any) {
      words.add(word.toString());
    }
    return words;
  }

  /** The next word. */
  String take() {
    if (next == words.size()) {
      throw new IllegalArgumentException("a word is missing behind " + words);
    }
    return words.get(next++);
  }

  boolean isAtEnd() {
    return next == words.size();
  }

  QueueName takeQueue() {
    return QueueName.of(take());
  }

  String option(String key, String otherwise) {
    return options.getOrDefault(key, otherwise);
  }

  @Nullable String option(String key) {
    return options.get(key);
  }

  int number(String key, int otherwise) {
    String value = options.get(key);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  Duration time(String key, Duration otherwise) {
    String value = options.get(key);
    return value == null ? otherwise : duration(value);
  }

  Start start() {
    String delay = options.get("delay");
    return delay == null ? new Start.Now() : SampleElements.after(duration(delay));
  }

  /** {@code 500ms}, {@code 5s}, {@code 2m} or {@code 1h}, with or without a plus. */
  static Duration duration(String text) {
    String digits = text.replaceAll("[^0-9]", "");
    long number = Long.parseLong(digits);
    String unit = text.substring(text.indexOf(digits) + digits.length());
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> throw new IllegalArgumentException("no duration: " + text);
    };
  }
}
