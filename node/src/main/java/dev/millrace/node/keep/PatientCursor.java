package dev.millrace.node.keep;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Walks over the rows of a range and steps over places that can't be read. Nobody knows which keys
 * are there; so it tries a little further on, then ever further, until it finds rows again.
 */
final class PatientCursor implements Iterator<Row> {
  private static final ScanLimit PAGE = new ScanLimit(1000, 4L << 20);
  private static final ScanLimit ONE = new ScanLimit(1, 1);

  /** How many places may be bad before the rest of the range is given up. */
  private static final int BAD_PLACES_MAX = 10_000;

  private final Snapshot snapshot;
  private final ArrayDeque<Row> page = new ArrayDeque<>();
  private KeyRange rest;
  private boolean atEnd;
  private int badPlaces;

  PatientCursor(Snapshot snapshot, KeyRange range) {
    this.snapshot = snapshot;
    this.rest = range;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && !atEnd) {
      try {
        take(snapshot.scan(rest, PAGE));
      } catch (StoreException e) {
        readSingly();
      }
    }
    return !page.isEmpty();
  }

  private void take(Scan scan) {
    page.addAll(scan.rows());
    atEnd = scan.isComplete();
    if (!atEnd) {
      rest = rest.startingAfter(scan.rows().getLast().key());
    }
  }

  /** Takes the rows before the bad place, then goes behind it. */
  private void readSingly() {
    for (int i = 0; i < PAGE.rows() && !atEnd; i++) {
      try {
        take(snapshot.scan(rest, ONE));
      } catch (StoreException e) {
        stepOver();
        return;
      }
    }
  }

  private void stepOver() {
    badPlaces++;
    byte[] from = rest.from().bytes();
    // Behind all keys that begin as this one, with ever fewer bytes.
    for (int length = from.length; length > 0 && badPlaces < BAD_PLACES_MAX; length--) {
      if (from[length - 1] == (byte) 0xff) {
        continue;
      }
      byte[] next = Arrays.copyOf(from, length);
      next[length - 1]++;
      KeyRange further = rest.startingAt(RowKey.of(next));
      if (further.isEmpty()) {
        break;
      }
      try {
        var _ = snapshot.scan(further, ONE);
        rest = further;
        return;
      } catch (StoreException e) {
        // Still the same place.
      }
    }
    atEnd = true;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no more rows");
    }
    return page.removeFirst();
  }

  /** Places that were stepped over. */
  int badPlaces() {
    return badPlaces;
  }
}
