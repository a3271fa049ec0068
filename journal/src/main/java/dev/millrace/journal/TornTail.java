package dev.millrace.journal;

/**
 * Bytes of a frame that was being written when the process or machine stopped. It had not been
 * synced, so nobody was told that it is durable; recovery drops it.
 */
public record TornTail(String file, long offset) {}
