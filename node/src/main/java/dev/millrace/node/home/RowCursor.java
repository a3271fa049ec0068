package dev.millrace.node.home;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Walks over all rows of a range and has one page of them in memory. */
final class RowCursor implements Iterator<Row> {
  /** Large enough that a scan's start doesn't count, small beside everything else. */
  static final ScanLimit PAGE = new ScanLimit(1000, 1 << 20);

  private final Snapshot snapshot;
  private final ScanLimit limit;
  private KeyRange rest;
  private Scan page;
  private int next;

  RowCursor(Snapshot snapshot, KeyRange range, ScanLimit limit) {
    this.snapshot = snapshot;
    this.limit = limit;
    this.rest = range;
    this.page = snapshot.scan(range, limit);
  }

  @Override
  public boolean hasNext() {
    if (next == page.rows().size() && !page.isComplete()) {
      rest = rest.startingAfter(page.rows().getLast().key());
      page = snapshot.scan(rest, limit);
      next = 0;
    }
    return next < page.rows().size();
  }

  /** The row that comes next, without taking it. */
  Row peek() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no more rows");
    }
    return page.rows().get(next);
  }

  @Override
  public Row next() {
    var row = peek();
    next++;
    return row;
  }
}
