package dev.millrace.journal;

/**
 * The state of a journal at a moment, for metrics and the dashboard.
 *
 * @param incarnation which opening of the journal this is
 * @param writtenFrame the last frame that was written
 * @param syncedFrame the last frame that is durable
 * @param segments files that hold frames, or will next; without spares
 * @param spareSegments files prepared for later
 * @param bytes size of all these files, at most
 * @param reservedBytes promised to reservations that are not yet written
 * @param usableBytes free space of the file system when it was last looked at
 * @param full whether growth is or will soon be refused for lack of space
 * @param poisoned whether a write or sync has failed
 */
public record JournalStatus(
    long incarnation,
    long writtenFrame,
    long syncedFrame,
    int segments,
    int spareSegments,
    long bytes,
    long reservedBytes,
    long usableBytes,
    boolean full,
    boolean poisoned) {}
