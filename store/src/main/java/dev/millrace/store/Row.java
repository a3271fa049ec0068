package dev.millrace.store;

/** A row as a store holds it. */
public record Row(RowKey key, Bytes value) {}
