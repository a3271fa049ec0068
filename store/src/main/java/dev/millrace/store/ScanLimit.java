package dev.millrace.store;

/**
 * Where a scan ends.
 *
 * @param rows at most so many
 * @param bytes no further row once keys and values have so many; the first row always fits
 */
public record ScanLimit(int rows, long bytes) {
  public ScanLimit {
    if (rows < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "a scan of at most %d rows and %d bytes".formatted(rows, bytes));
    }
  }

  /** Whether a scan goes on after so much. */
  public boolean allowsMore(int rowsSoFar, long bytesSoFar) {
    return rowsSoFar < rows && bytesSoFar < bytes;
  }
}
