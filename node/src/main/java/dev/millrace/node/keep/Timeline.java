package dev.millrace.node.keep;

/** How a directory that is made from another one leaves the other's tickets alone. */
final class Timeline {
  /**
   * By how much its first incarnation is larger. The other directory may have been opened this
   * often since it was read, without a ticket being given in both.
   */
  static final long INCARNATIONS_AHEAD = 1000;

  private Timeline() {}
}
