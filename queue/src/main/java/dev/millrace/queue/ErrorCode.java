package dev.millrace.queue;

/**
 * What a caller may conclude from a failure. docs/protocol.md explains each; names and numbers stay
 * for ever.
 */
public enum ErrorCode {
  INVALID,
  NOT_FOUND,
  ALREADY_EXISTS,
  LEASE_LOST,
  CONDITION_FAILED,
  QUEUE_FULL,
  TOO_LARGE,
  CONFLICT,
  REQUEST_TOO_OLD,
  OVERLOADED,
  DISK_FULL,
  OUTCOME_UNKNOWN,
  NOT_OWNER,
  STOPPING,
  DEADLINE_PASSED,
  SUPERSEDED,
  INTERNAL,
  UNAUTHENTICATED,
  PERMISSION_DENIED
}
