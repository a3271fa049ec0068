package dev.millrace.queue;

/** What may happen to a task next. A lease and a delay end by the same event, their deadline. */
public sealed interface TaskState {
  /** Anybody may lease the task. */
  record Available() implements TaskState {
    static final Available INSTANCE = new Available();
  }

  /** Nobody may lease the task before {@code untilMillis}. */
  record Delayed(long untilMillis) implements TaskState {}

  /**
   * {@code holder} works on the task; the number of the lease is the task's {@link Task#lease()}.
   */
  record Leased(Holder holder, long sinceMillis, long untilMillis) implements TaskState {}

  /** {@link Delayed} when the time lies ahead, else {@link Available}. */
  static TaskState from(long startMillis, long nowMillis) {
    return startMillis > nowMillis ? new Delayed(startMillis) : Available.INSTANCE;
  }

  default Kind kind() {
    return switch (this) {
      case Available() -> Kind.AVAILABLE;
      case Delayed _ -> Kind.DELAYED;
      case Leased _ -> Kind.LEASED;
    };
  }

  /** A state without its particulars. */
  enum Kind {
    AVAILABLE,
    LEASED,
    DELAYED
  }
}
