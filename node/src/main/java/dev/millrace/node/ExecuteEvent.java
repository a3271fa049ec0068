package dev.millrace.node;

/** What the execute stage is told. */
sealed interface ExecuteEvent {
  /** Execute a call, unless its caller has gone. */
  record Submitted(Call call, long bytes, Caller caller) implements ExecuteEvent {}

  /** A caller has gone. */
  record Gone(long caller) implements ExecuteEvent {}

  /** Look whether there is something to do. */
  record Wake() implements ExecuteEvent {}

  /** Whether a caller is still there. */
  final class Caller {
    private volatile boolean gone;

    void leave() {
      gone = true;
    }

    boolean hasGone() {
      return gone;
    }
  }
}
