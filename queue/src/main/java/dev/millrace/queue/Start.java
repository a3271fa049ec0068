package dev.millrace.queue;

/** When a task may first be leased. */
public sealed interface Start {
  /** At once. */
  record Now() implements Start {}

  /** When this much time has passed. */
  record After(long delayMillis) implements Start {
    public After {
      Limits.checkDelayMillis(delayMillis);
    }
  }

  /** At a time, which may have passed. */
  record NotBefore(long startMillis) implements Start {
    public NotBefore {
      Limits.checkTimeMillis(startMillis);
    }
  }

  default long atMillis(long nowMillis) {
    return switch (this) {
      case Now() -> nowMillis;
      case After(long delayMillis) -> nowMillis + delayMillis;
      case NotBefore(long startMillis) -> startMillis;
    };
  }
}
