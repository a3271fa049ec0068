package dev.millrace.queue;

/**
 * The policies of a slot. Each queue looks its own up when it is used after they changed: a new
 * document costs nothing for queues that nobody uses.
 */
final class PolicyBook {
  private PolicyDocument document = PolicyDocument.EMPTY;
  private long edition;
  private long sinceMillis;

  PolicyDocument document() {
    return document;
  }

  /** A number that is another one for each document that was set. */
  long edition() {
    return edition;
  }

  /** When the document was set. */
  long sinceMillis() {
    return sinceMillis;
  }

  void set(PolicyDocument next, long nowMillis) {
    document = next;
    sinceMillis = nowMillis;
    edition++;
  }
}
