package dev.millrace.node.server;

/** How a node ended, as the exit status of its process. The numbers stay for ever. */
public enum NodeExit {
  /** Stopped on request; all that was accepted is answered and durable. */
  STOPPED(0),
  /** The data directory is damaged, of a newer format or not ours. */
  DATA_UNUSABLE(65),
  /** The address can't be listened on. */
  ADDRESS_UNUSABLE(69),
  /** A defect of Millrace. What was acknowledged is durable; start it again and report it. */
  DEFECT(70),
  /**
   * The disk failed to write or sync. What was acknowledged is durable; see to the disk, then start
   * it again.
   */
  DISK_FAILED(74),
  /** Another process has the data directory open. */
  DATA_IN_USE(75),
  /**
   * The stop took longer than drain-time-max; what was not answered may or may not have happened.
   */
  DRAIN_TIMED_OUT(76);

  private final int number;

  NodeExit(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
