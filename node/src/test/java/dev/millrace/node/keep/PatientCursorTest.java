package dev.millrace.node.keep;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class PatientCursorTest {
  private static final int ROWS = 3000;

  private final SimulatedStore store = new SimulatedStore(1);

  PatientCursorTest() {
    var layer = Layer.builder().ticket(0, 1);
    for (int row = 0; row < ROWS; row++) {
      layer.put(key(row), Bytes.of(new byte[1]));
    }
    store.apply(layer.build());
  }

  @Test
  void aSoundRangeIsReadWhole() {
    assertThat(read(_ -> false, 0)).hasSize(ROWS);
  }

  @Test
  void whatLiesBehindABadPlaceIsRead() {
    var read = read(row -> row >= 1234 && row < 1240, 1);

    assertThat(read).containsAll(rows(0, 1234)).containsAll(rows(1250, ROWS));
  }

  @Test
  void severalPlacesMayBeBad() {
    var read = read(row -> row == 0 || row == 999 || row == 2500, 3);

    assertThat(read).containsAll(rows(10, 999)).containsAll(rows(1000, 2500));
    assertThat(read).contains(2999);
  }

  @Test
  void aBadEndIsTheEnd() {
    assertThat(read(row -> row >= 2990, 1)).containsExactlyElementsOf(rows(0, 2990));
  }

  @Test
  void nothingButBadPlacesEndsToo() {
    assertThat(read(_ -> true, 1)).isEmpty();
  }

  private List<Integer> read(IntPredicate bad, int badPlaces) {
    List<Integer> read = new ArrayList<>();
    var cursor = new PatientCursor(new Failing(store.snapshot(), bad), RowRanges.tasks(0));
    cursor.forEachRemaining(row -> read.add(number(row.key())));
    assertThat(cursor.badPlaces()).isEqualTo(badPlaces);
    assertThat(read).isSorted().doesNotHaveDuplicates();
    return read;
  }

  private static List<Integer> rows(int from, int to) {
    List<Integer> rows = new ArrayList<>();
    for (int row = from; row < to; row++) {
      rows.add(row);
    }
    return rows;
  }

  private static RowKey key(int row) {
    return new RowName.Task(0, 1, Bytes.of("%05d".formatted(row).getBytes(US_ASCII))).key();
  }

  private static int number(RowKey key) {
    return Integer.parseInt(new String(((RowName.Task) RowName.of(key)).pid().array(), US_ASCII));
  }

  /** Can't read rows with some numbers. */
  private record Failing(Snapshot snapshot, IntPredicate bad) implements Snapshot {
    @Override
    public long ticket(int slot) {
      return snapshot.ticket(slot);
    }

    @Override
    public Map<RowKey, Bytes> find(List<RowKey> keys) {
      return snapshot.find(keys);
    }

    @Override
    public Scan scan(KeyRange range, ScanLimit limit) {
      var scan = snapshot.scan(range, limit);
      if (scan.rows().stream().anyMatch(row -> bad.test(number(row.key())))) {
        throw new StoreException(StoreException.Problem.DAMAGED, "bad");
      }
      return scan;
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }
}
