package dev.millrace.bench.load;

import java.io.IOException;
import java.util.List;

/** What one caller can do where a task has a priority that is also its identity. */
public interface PrioritySession extends Session {
  /**
   * Adds one task under each of these PIDs, with one call. A task that is there already is
   * replaced, so that a collision writes too.
   */
  void enqueue(String queue, List<byte[]> pids, byte[] data)
      throws IOException, InterruptedException;
}
