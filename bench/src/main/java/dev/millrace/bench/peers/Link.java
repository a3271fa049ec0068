package dev.millrace.bench.peers;

import dev.millrace.bench.load.Session;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A connection to a peer. Its sessions share it. */
interface Link extends Closeable {
  Session session() throws IOException, InterruptedException;

  /** Makes these queues, and empties them. */
  void prepare(List<String> queues) throws IOException, InterruptedException;
}
