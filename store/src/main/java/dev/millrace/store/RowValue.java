package dev.millrace.store;

import java.nio.ByteBuffer;

/**
 * The value that a row gets. Large layers have many: what can make its bytes when they are needed
 * doesn't take the memory for them until then.
 */
public interface RowValue {
  /** About how many bytes it has. */
  int lengthEstimate();

  /** The bytes, always the same. */
  Bytes bytes();

  /**
   * The same bytes to be read at once: values of one layer may use the same memory for it, one
   * after the other.
   */
  default ByteBuffer view() {
    return ByteBuffer.wrap(bytes().array());
  }
}
