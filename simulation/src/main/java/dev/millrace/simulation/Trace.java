package dev.millrace.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened in a run, as a number that is the same for the same story; and as text, when
 * somebody wants to read it.
 */
final class Trace {
  private static final long PRIME = 0x100000001b3L;

  private final boolean told;
  private final List<String> lines = new ArrayList<>();
  private long hash = 0xcbf29ce484222325L;
  private long events;

  /**
   * Begins a trace.
   *
   * @param told whether the text is wanted
   */
  Trace(boolean told) {
    this.told = told;
  }

  void event(String what, long number, Object detail) {
    events++;
    mix(what.hashCode());
    mix(number);
    mix(detail.getClass().getName().hashCode());
    if (told) {
      lines.add("%5d %s %d %s".formatted(events, what, number, detail));
    }
  }

  private void mix(long value) {
    hash = (hash ^ value) * PRIME;
  }

  /** Tells how it ended. */
  void end(Violation violation) {
    lines.add("      " + violation.getMessage());
    for (Throwable cause = violation; cause != null; cause = cause.getCause()) {
      for (StackTraceElement frame : cause.getStackTrace()) {
        lines.add("        at " + frame);
      }
    }
  }

  long hash() {
    return hash;
  }

  List<String> lines() {
    return lines;
  }
}
