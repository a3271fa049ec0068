package dev.millrace.client;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.Problem;

/**
 * A stream of calls to a server, from when it is opened to its end. All of it happens on the thread
 * of its connection. One equals itself only.
 */
interface CallStream {
  /** Whether it is open, and the server takes what is sent. */
  boolean isReady();

  void send(CallMessage message);

  /** Ends it; nothing is heard of it any more. */
  void cancel();

  /** Who hears of it. */
  interface Listener {
    void replied(CallStream stream, BatchReply message);

    /** It was not ready, and is now. */
    void ready(CallStream stream);

    /** Nothing follows. What has no reply may have been executed, unless the problem says no. */
    void ended(CallStream stream, Problem problem);
  }
}
