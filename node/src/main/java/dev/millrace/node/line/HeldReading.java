package dev.millrace.node.line;

/** The reading of a connection, which its line may hold up. On the thread of the connection. */
public interface HeldReading {
  /** Whether nothing more is to be read. */
  void hold(boolean isHeld);

  /** So many bytes are missing of the message that has begun; 0 for none. */
  void expect(int bytes);
}
