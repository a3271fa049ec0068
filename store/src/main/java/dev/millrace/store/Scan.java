package dev.millrace.store;

import java.util.List;

/**
 * The first rows of a range.
 *
 * @param isComplete whether these are all; else the rest lies {@link KeyRange#startingAfter} the
 *     last of them
 */
public record Scan(List<Row> rows, boolean isComplete) {
  public Scan {
    rows = List.copyOf(rows);
    if (rows.isEmpty() && !isComplete) {
      throw new IllegalArgumentException("a scan that ends before its first row");
    }
  }
}
