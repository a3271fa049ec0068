package dev.millrace.node.keep;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Walks over the rows of a range and steps over places that can't be read. Nobody knows which keys
 * are there; so it tries a little further on, then ever further, until it can read again, and then
 * halves the way back.
 */
final class PatientCursor implements Iterator<Row> {
  private static final ScanLimit PAGE = new ScanLimit(1000, 4L << 20);
  private static final ScanLimit ONE = new ScanLimit(1, 1);

  /** How many places may be bad before the rest of the range is given up. */
  private static final int BAD_PLACES_MAX = 10_000;

  /** Bytes of a key that count for the way behind a bad place; later ones are passed over. */
  private static final int LENGTH_MIN = 28;

  private static final int LENGTH_MAX = 64;

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

  /** Goes to the first place behind this one from which something can be read, or to the end. */
  private void stepOver() {
    badPlaces++;
    int length = Math.clamp(rest.from().length() + 1L, LENGTH_MIN, LENGTH_MAX);
    BigInteger bad = new BigInteger(1, Arrays.copyOf(rest.from().bytes(), length));
    BigInteger end = new BigInteger(1, Arrays.copyOf(rest.to().bytes(), length));
    for (int bit = 0; bit < Byte.SIZE * length && badPlaces < BAD_PLACES_MAX; bit++) {
      BigInteger further = bad.add(BigInteger.ONE.shiftLeft(bit));
      if (further.compareTo(end) >= 0) {
        break;
      }
      if (canRead(further, length)) {
        rest = behind(firstReadable(bad, further, length), length);
        return;
      }
      bad = further;
    }
    if (bad.compareTo(end) < 0 && badPlaces < BAD_PLACES_MAX) {
      rest = behind(firstReadable(bad, end, length), length);
    } else {
      atEnd = true;
    }
  }

  /** Halves the way between a place that can't be read and one that can. */
  private BigInteger firstReadable(BigInteger bad, BigInteger readable, int length) {
    BigInteger low = bad;
    BigInteger high = readable;
    while (high.subtract(low).compareTo(BigInteger.ONE) > 0) {
      BigInteger middle = low.add(high).shiftRight(1);
      if (canRead(middle, length)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean canRead(BigInteger place, int length) {
    try {
      var _ = snapshot.scan(behind(place, length), ONE);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  private KeyRange behind(BigInteger place, int length) {
    byte[] key = new byte[length];
    byte[] number = place.toByteArray(); // with a leading zero, or without those of the key
    int count = Math.min(number.length, length);
    System.arraycopy(number, number.length - count, key, length - count, count);
    return rest.startingAt(RowKey.of(key));
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
