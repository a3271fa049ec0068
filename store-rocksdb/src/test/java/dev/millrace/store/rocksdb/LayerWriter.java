package dev.millrace.store.rocksdb;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A process that applies one layer after the other to the store in a directory, flushes now and
 * then, and prints each ticket that it has flushed, until it is killed.
 */
final class LayerWriter {
  /** Some layers are larger, and so become files. */
  private static final long FILE_BYTES_MIN = 6_000;

  private LayerWriter() {}

  public static void main(String[] arguments) {
    try (var store =
        RocksStore.open(
            Path.of(arguments[0]), RocksUnderTest.ID, RocksUnderTest.SMALL, FILE_BYTES_MIN)) {
      for (long ticket = store.appliedTicket(0) + 1; ; ticket++) {
        store.apply(layer(ticket));
        if (ticket % 17 == 0) {
          store.flush();
          System.out.println(store.flushedTickets()[0]);
        }
      }
    }
  }

  /** The layer with this ticket, always the same. */
  static Layer layer(long ticket) {
    var random = new SplittableRandom(ticket);
    var layer = Layer.builder().ticket(0, ticket).ticket(1, ticket);
    if (random.nextInt(20) == 0) {
      layer.deleteRange(RowRanges.tasks(random.nextInt(2), 1 + random.nextInt(4)));
    }
    var keys = new TreeSet<RowKey>();
    for (int i = 0; i < 20; i++) {
      keys.add(key(random));
    }
    for (var key : keys) {
      if (random.nextInt(ticket % 2 == 0 ? 2 : 8) == 0) {
        layer.delete(key);
      } else {
        var value = new byte[random.nextInt(1_000)];
        random.nextBytes(value);
        layer.put(key, Bytes.of(value));
      }
    }
    return layer.build();
  }

  private static RowKey key(SplittableRandom random) {
    var pid = new byte[] {(byte) random.nextInt(256)};
    return new RowName.Task(random.nextInt(2), 1 + random.nextInt(4), Bytes.of(pid)).key();
  }
}
