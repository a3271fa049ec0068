package dev.millrace.node.metrics;

import dev.millrace.api.v1.StatsReply;
import dev.millrace.journal.JournalStatus;
import dev.millrace.node.Engine.MemoryUse;
import dev.millrace.node.StoreReads;
import dev.millrace.stages.Observation;
import dev.millrace.store.rocksdb.RocksStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a node is like at a moment.
 *
 * @param totals of all queues; none if the look at them was refused
 * @param journalLagBytes what the journal keeps for the store
 * @param unstoredSeconds age of the oldest change that the store has not taken
 */
public record Sample(
    Optional<StatsReply> totals,
    List<Observation> stages,
    JournalStatus journal,
    long journalLagBytes,
    MemoryUse memory,
    double unstoredSeconds,
    RocksStatus store,
    StoreReads reads,
    long diskFreeBytes,
    long grpcConnections,
    long httpConnections,
    long httpConnectionsRefused,
    boolean ready) {
  public Sample {
    stages = List.copyOf(stages);
  }

  Map<String, Observation> byStage() {
    return stages.stream().collect(Collectors.toMap(Observation::stage, stage -> stage));
  }
}
