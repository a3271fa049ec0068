package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what a page shows with what was printed. Widths of columns may differ, and so may what
 * is different in each run:
 *
 * <ul>
 *   <li>{@code …} is anything in a line, and a line of it alone any lines;
 *   <li>a time is any time;
 *   <li>a lease, a FIFO PID or a token is any, and from then on the page's own stands for the real
 *       one, in commands too.
 * </ul>
 */
final class Shown {
  private static final Pattern DIFFERENT =
      Pattern.compile(
          "(?<any>…)|(?<gap> {2,})"
              + "|(?<time>\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z?)"
              + "|(?<lease>\\b\\d{13,19}\\b)|(?<pid>@[0-9a-v]{13}\\.[0-9a-v]{4})");

  private final Map<String, String> real = new HashMap<>();

  /** A command of the page with the numbers that were printed in place of those of the page. */
  String inReal(String command) {
    return DIFFERENT
        .matcher(command)
        .replaceAll(
            found -> Matcher.quoteReplacement(real.getOrDefault(found.group(), found.group())));
  }

  void check(Typed typed, List<String> printed) {
    int next = 0;
    List<String> shown = typed.output();
    for (int i = 0; i < shown.size(); i++) {
      if (shown.get(i).equals("…")) {
        // Whatever comes before the line behind it, or all the rest.
        if (i == shown.size() - 1) {
          return;
        }
        while (next < printed.size() && !matches(shown.get(i + 1), printed.get(next))) {
          next++;
        }
        continue;
      }
      if (next >= printed.size() || !matches(shown.get(i), printed.get(next))) {
        fail(typed, printed, "line %d".formatted(i + 1));
      }
      next++;
    }
    if (next < printed.size()) {
      fail(typed, printed, "more was printed");
    }
  }

  private static void fail(Typed typed, List<String> printed, String where) {
    assertThat(String.join("\n", printed))
        .as("$ %s: %s", typed.command(), where)
        .isEqualTo(String.join("\n", typed.output()));
    throw new AssertionError(typed.command() + ": " + where);
  }

  /** Whether a line is as shown; if so, the numbers in it are known from then on. */
  boolean matches(String shown, String printed) {
    List<MatchResult> different = DIFFERENT.matcher(shown).results().toList();
    List<String> named = new ArrayList<>();
    var regex = new StringBuilder();
    int from = 0;
    for (MatchResult part : different) {
      regex.append(Pattern.quote(shown.substring(from, part.start())));
      regex.append(regexOf(part, named));
      from = part.end();
    }
    regex.append(Pattern.quote(shown.substring(from))).append(" *");
    var matcher = Pattern.compile(regex.toString()).matcher(printed);
    if (!matcher.matches()) {
      return false;
    }
    for (int i = 0; i < named.size(); i++) {
      real.putIfAbsent(named.get(i), matcher.group(i + 1));
    }
    return true;
  }

  private String regexOf(MatchResult part, List<String> named) {
    if (part.group("any") != null) {
      return ".*";
    }
    if (part.group("gap") != null) {
      return " +";
    }
    if (part.group("time") != null) {
      return "\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z?";
    }
    String known = real.get(part.group());
    if (known != null) {
      return Pattern.quote(known);
    }
    named.add(part.group());
    return part.group("lease") != null ? "(\\d{13,19})" : "(@[0-9a-v]{13}\\.[0-9a-v]{4})";
  }
}
