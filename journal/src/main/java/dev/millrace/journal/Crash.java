package dev.millrace.journal;

/** What a crash leaves of what was never synced. */
public enum Crash {
  /** Everything: only the process ended, and the operating system still has it. */
  PROCESS,
  /** Nothing. */
  LOSE_UNSYNCED,
  /** All of it, but what a failed sync has given up. */
  KEEP_UNSYNCED,
  /** In each file, and in the directory, the first few changes. */
  KEEP_PREFIX,
  /** Any sectors, and any changes of the directory. */
  KEEP_SOME
}
