package dev.millrace.journal;

/** A segment that frames are or were written to by this process, or that it has recovered. */
final class Segment {
  private final long number;
  private final TicketRanges tickets;
  private long lastFrame;

  Segment(long number, int slots) {
    this(number, new TicketRanges(slots), 0);
  }

  Segment(long number, TicketRanges tickets, long lastFrame) {
    this.number = number;
    this.tickets = tickets;
    this.lastFrame = lastFrame;
  }

  long number() {
    return number;
  }

  /** The last frame in it; 0 if it has none. */
  long lastFrame() {
    return lastFrame;
  }

  TicketRanges tickets() {
    return tickets;
  }

  void wrote(long frame) {
    lastFrame = frame;
  }
}
