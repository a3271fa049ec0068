package dev.millrace.bench;

/**
 * What a node has read from its store: ranges scanned and single rows looked up, and rows found.
 */
record Reads(long reads, long rows) {
  Reads minus(Reads earlier) {
    return new Reads(reads - earlier.reads, rows - earlier.rows);
  }
}
