package dev.millrace.journal;

/** Whether there is room for an entry. */
public sealed interface ReserveResult {
  /** There is; the reservation must be filled and written, or released. */
  record Granted(Reservation reservation) implements ReserveResult {}

  /** There is none; nothing has changed. */
  record Refused(Reason reason) implements ReserveResult {}

  /** Why a reservation was refused. */
  enum Reason {
    /** Space must be freed first: by trimming, or by an operator. */
    DISK_FULL,
    /** The next segment is still being prepared; try again in a moment. */
    PREPARING
  }
}
