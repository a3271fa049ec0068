package dev.millrace.store;

/**
 * The value that a row gets. Large layers have many: what can make its bytes when they are needed
 * doesn't take the memory for them until then.
 */
public interface RowValue {
  /** About how many bytes it has. */
  int lengthEstimate();

  /** The bytes, always the same. */
  Bytes bytes();
}
