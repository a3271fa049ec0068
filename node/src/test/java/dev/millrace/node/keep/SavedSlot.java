package dev.millrace.node.keep;

import dev.millrace.journal.DirectoryId;
import dev.millrace.node.home.SlotLoader;
import dev.millrace.node.home.SlotScan;
import dev.millrace.node.home.StoreReader;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Need;
import dev.millrace.queue.Position;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.List;

/** The slot of the default group in a store, to look at. */
final class SavedSlot implements AutoCloseable {
  static final DirectoryId ID = new DirectoryId(8, 9);

  private final RocksStore store;
  private final Snapshot snapshot;

  SavedSlot(Path path) {
    store =
        RocksStore.openReadOnly(
            path, new StoreId(ID.toString(), KeptSlot.SLOTS), RocksConfig.DEFAULT);
    snapshot = store.snapshot();
  }

  SlotScan.Report report() {
    return SlotScan.run(snapshot, KeptSlot.NUMBER);
  }

  List<Task> tasks(QueueName queue) {
    var stored =
        SlotLoader.load(snapshot, KeptSlot.NUMBER).orElseThrow().queues().stream()
            .filter(one -> one.name().equals(queue))
            .findFirst()
            .orElseThrow();
    var need = new Need.AnyTasks(stored.id(), Position.START, true, true, 10_000);
    var found = StoreReader.read(snapshot, KeptSlot.NUMBER, List.of(need)).getFirst();
    return ((Finding.Tasks) found).tasks();
  }

  List<String> pids(String queue) {
    return tasks(QueueName.of(queue)).stream().map(task -> task.pid().toString()).toList();
  }

  @Override
  public void close() {
    snapshot.close();
    store.close();
  }
}
