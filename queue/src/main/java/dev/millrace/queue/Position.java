package dev.millrace.queue;

/**
 * A place in the order of PIDs: just before a PID or just behind it.
 *
 * @param isBehind whether the PID itself lies before this place
 */
public record Position(Pid pid, boolean isBehind) implements Comparable<Position> {
  /** Before every PID. */
  public static final Position START = before(Pid.EMPTY);

  public static Position before(Pid pid) {
    return new Position(pid, false);
  }

  public static Position behind(Pid pid) {
    return new Position(pid, true);
  }

  /** Whether a PID lies before this place. */
  public boolean isAfter(Pid other) {
    int order = other.compareTo(pid);
    return order < 0 || (order == 0 && isBehind);
  }

  @Override
  public int compareTo(Position other) {
    int order = pid.compareTo(other.pid);
    return order != 0 ? order : Boolean.compare(isBehind, other.isBehind);
  }
}
