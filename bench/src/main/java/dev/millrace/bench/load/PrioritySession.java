package dev.millrace.bench.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What one caller can do where a task has a priority that is also its identity. */
public interface PrioritySession extends Session {
  /**
   * Adds one task under each of these PIDs, with one call. A task that is there already is
   * replaced, so that a collision writes too.
   */
  CompletableFuture<Integer> enqueue(String queue, List<byte[]> pids, byte[] data);
}
