package dev.millrace.client;

/**
 * What a client has done so far.
 *
 * @param calls updates and leases sent, repeated ones too
 * @param messages that they were sent in
 * @param retries calls that were sent again
 * @param connects connections that were made or tried
 * @param bytesInFlight what calls without an outcome count
 */
public record ClientStats(
    long calls, long messages, long retries, long connects, long bytesInFlight) {}
