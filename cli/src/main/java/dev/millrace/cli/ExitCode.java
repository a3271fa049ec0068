package dev.millrace.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit status tells a script. The numbers stay for ever. */
enum ExitCode {
  OK(0, "Done."),
  FAILED(1, "An unexpected failure."),
  INVALID(2, "Wrong usage, or a request that can never succeed: INVALID, TOO_LARGE."),
  NOTHING_THERE(3, "Nothing there: lease or peek found no task, NOT_FOUND."),
  REFUSED(
      4,
      "Refused by the state of things, nothing changed: LEASE_LOST, ALREADY_EXISTS,"
          + " CONDITION_FAILED, CONFLICT, QUEUE_FULL, SUPERSEDED."),
  TRY_LATER(
      5,
      "Nothing changed, try again later: OVERLOADED, DISK_FULL, STOPPING, NOT_OWNER,"
          + " DEADLINE_PASSED, UNREACHABLE."),
  OUTCOME_UNKNOWN(6, "It may or may not have happened: OUTCOME_UNKNOWN, REQUEST_TOO_OLD."),
  INCOMPLETE(7, "Done, but something is missing or may be: salvage."),
  NOT_ALLOWED(8, "Not allowed, nothing changed: UNAUTHENTICATED, PERMISSION_DENIED, UNTRUSTED.");

  private final int number;
  private final String meaning;

  ExitCode(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  int number() {
    return number;
  }

  /** The table of all codes, for the help text. */
  static Map<String, String> table() {
    var table = new LinkedHashMap<String, String>();
    for (var code : values()) {
      table.put(String.valueOf(code.number), code.meaning);
    }
    return table;
  }
}
