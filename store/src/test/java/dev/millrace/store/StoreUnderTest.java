package dev.millrace.store;

/** A store that the conformance suite opens, crashes and opens again. */
public interface StoreUnderTest extends AutoCloseable {
  int SLOTS = 4;

  /** Opens the store; the same rows each time. */
  Store open();

  /** Ends the life of the store that is open as a crash would, at any boundary that may survive. */
  void crash();

  @Override
  void close();
}
