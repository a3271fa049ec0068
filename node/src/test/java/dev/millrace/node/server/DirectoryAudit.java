package dev.millrace.node.server;

import dev.millrace.journal.CheckReport;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalCheck;
import dev.millrace.node.home.SlotScan;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks into a data directory that no process has open. */
final class DirectoryAudit {
  private DirectoryAudit() {}

  /** What is wrong with the files of the journal, or with the rows of the store. */
  static List<String> problems(Path data) {
    var problems = new ArrayList<String>();
    CheckReport journal = JournalCheck.run(FileDisk.openReadOnly(data), (_, _) -> {});
    if (!journal.isSound()) {
      problems.add(journal.toString());
    }
    var id = new StoreId(journal.directory().toString(), NodeConfig.SLOTS);
    try (var store = RocksStore.open(data.resolve(Node.STORE), id, RocksConfig.DEFAULT);
        var snapshot = store.snapshot()) {
      for (int slot = 0; slot < store.slots(); slot++) {
        problems.addAll(SlotScan.run(snapshot, slot).problems());
      }
    }
    return problems;
  }
}
