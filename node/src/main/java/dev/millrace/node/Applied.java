package dev.millrace.node;

/** The store has a layer of a slot, which contains everything up to the ticket. */
public record Applied(int slot, long ticket) {}
