package dev.millrace.store;

/** The final state of a row in a layer. */
public sealed interface RowChange {
  RowKey key();

  /** The row has this value, whether or not it was there before. */
  record Put(RowKey key, RowValue value) implements RowChange {}

  /** The row isn't there, whether or not it was before. */
  record Delete(RowKey key) implements RowChange {}
}
