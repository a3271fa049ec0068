package dev.millrace.cli;

import java.io.PrintStream;
import java.util.List;

/** The results of a command: tables for people, or one JSON object a line for programs. */
final class Output {
  private final PrintStream out;
  private final boolean json;

  Output(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  boolean isJson() {
    return json;
  }

  /** Shows things side by side. */
  <T> void show(View<T> view, List<T> items) {
    if (json) {
      items.forEach(item -> line(view, item));
    } else if (!items.isEmpty()) {
      Table.lines(view.columns(), items).forEach(out::println);
    }
  }

  /** Shows one thing with all that is known about it. */
  <T> void showRecord(View<T> view, T item) {
    if (json) {
      line(view, item);
    } else {
      Table.record(view.columns(), item).forEach(out::println);
    }
  }

  private <T> void line(View<T> view, T item) {
    var object = new JsonObject();
    view.write(item, object);
    out.println(object);
  }

  /** Shows a sentence to people, an object to programs. */
  void say(String sentence, JsonObject object) {
    out.println(json ? object : sentence);
  }
}
