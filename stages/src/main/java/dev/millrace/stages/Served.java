package dev.millrace.stages;

/** A stage, as its crew sees it. All methods are called with the lock of the crew. */
public interface Served {
  String name();

  /** Events that wait. */
  int waiting();

  /** Whether {@link #serve} would do something. */
  boolean hasWork(long nowNanos);

  /** When there will be work without an event; {@link BatchHandler#NEVER} for never. */
  long nextWakeNanos();

  /** Handles one batch; lets go of the lock while the handler runs. */
  void serve();

  /** The crew finds nothing to do. */
  void idle();
}
