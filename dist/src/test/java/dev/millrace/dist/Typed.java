package dev.millrace.dist;

import java.util.ArrayList;
import java.util.List;

/**
 * What a document shows of a terminal: lines that begin with {@code $} are typed, and those below
 * are what it prints.
 *
 * @param command what is typed; lines behind the first have a {@code >} in the document
 */
record Typed(String command, List<String> output) {
  private static final String FIRST = "$ ";
  private static final String MORE = "> ";

  static boolean isShownIn(String text) {
    return text.startsWith(FIRST);
  }

  static List<Typed> readAll(String text) {
    List<Typed> all = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith(FIRST)) {
        all.add(new Typed(line.substring(FIRST.length()), new ArrayList<>()));
        continue;
      }
      Typed last = all.getLast();
      if (line.startsWith(MORE) && last.output.isEmpty()) {
        all.removeLast();
        all.add(new Typed(last.command + "\n" + line.substring(MORE.length()), last.output));
      } else {
        last.output.add(line);
      }
    }
    return all;
  }
}
