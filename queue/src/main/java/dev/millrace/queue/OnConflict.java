package dev.millrace.queue;

/**
 * What an enqueue does when its PID already names a task in the queue; docs/protocol.md, "Enqueue".
 */
public enum OnConflict {
  KEEP,
  REPLACE,
  FAIL,
  AGAIN
}
