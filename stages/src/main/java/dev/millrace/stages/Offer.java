package dev.millrace.stages;

/**
 * An event that is to be handed over.
 *
 * @param priority number of its class
 * @param cost in units that the stage's user chose; at least 1
 */
public record Offer<E>(E event, int priority, int cost) {}
