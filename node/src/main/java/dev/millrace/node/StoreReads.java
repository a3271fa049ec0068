package dev.millrace.node;

/**
 * What was read from the store since the node started.
 *
 * @param inquiries of slots that were answered
 * @param lookUps of single rows
 * @param found those of them that had a row
 * @param scans of ranges
 * @param rows that scans returned
 */
public record StoreReads(long inquiries, long lookUps, long found, long scans, long rows) {}
