package dev.millrace.node.line;

/** The reading of a connection, which its line may hold up. */
@FunctionalInterface
public interface HeldReading {
  /** Whether nothing more is to be read. On the thread of the connection. */
  void hold(boolean isHeld);
}
