package dev.millrace.journal;

/**
 * The reason why the oldest segment can't be trimmed: it holds entries of a slot up to this ticket,
 * which aren't flushed. Other slots may pin it too.
 */
public record Pin(int slot, long ticket, long segment) {}
