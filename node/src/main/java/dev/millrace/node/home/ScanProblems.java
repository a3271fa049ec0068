package dev.millrace.node.home;

import java.util.ArrayList;
import java.util.List;

/** The first problems that a check finds, as text for a person. */
final class ScanProblems {
  private final int max;
  private final List<String> texts = new ArrayList<>();

  ScanProblems(int max) {
    this.max = max;
  }

  void add(String format, Object... arguments) {
    if (texts.size() < max) {
      texts.add(format.formatted(arguments));
    }
  }

  boolean isFull() {
    return texts.size() == max;
  }

  List<String> texts() {
    return texts;
  }
}
