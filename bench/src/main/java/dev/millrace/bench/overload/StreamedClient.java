package dev.millrace.bench.overload;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;

/** A client with a stream of its own. */
interface StreamedClient extends SwarmClient {
  void replied(BatchReply message);

  /** The stream ended: what was under way has no answer, and may or may not have happened. */
  void broken(String why);

  /** Takes messages to the node. */
  interface Line {
    /** False when the node reads no more for now, and what was sent before waits here. */
    boolean isReady();

    void send(BatchRequest message);
  }
}
