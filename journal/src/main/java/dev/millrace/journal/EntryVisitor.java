package dev.millrace.journal;

/** Is shown the entries of a journal in the order in which they were written. */
@FunctionalInterface
public interface EntryVisitor {
  /**
   * Takes one entry.
   *
   * @param timeMillis the time of the entry's frame, in milliseconds since 1970; never decreases
   */
  void visit(Entry entry, long timeMillis);
}
