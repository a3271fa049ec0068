package dev.millrace.stages;

import org.jspecify.annotations.Nullable;

/** The stage whose handler a thread runs, so that events can be followed from stage to stage. */
final class CurrentStage {
  private static final ThreadLocal<@Nullable String> NAME = new ThreadLocal<>();

  private CurrentStage() {}

  static void enter(String name) {
    NAME.set(name);
  }

  static void leave() {
    NAME.remove();
  }

  /** Its name; {@link Observation#OUTSIDE} for a thread that runs none. */
  static String name() {
    String name = NAME.get();
    return name == null ? Observation.OUTSIDE : name;
  }
}
