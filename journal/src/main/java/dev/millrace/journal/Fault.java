package dev.millrace.journal;

/** What goes wrong in a call to a {@link SimulatedDisk}. */
public enum Fault {
  /** This call fails; later ones succeed. */
  FAIL_ONCE,
  /** This call and all later ones fail. */
  FAIL_ALWAYS,
  /** This call fails for lack of space, wherever it writes. */
  FULL,
  /** Nothing happens any more until {@link SimulatedDisk#crash}. */
  CRASH
}
