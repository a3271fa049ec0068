package dev.millrace.stages;

/** A step of a server's path. Any thread may use it. */
public interface Stage<E> extends AutoCloseable {
  String name();

  /** Hands an event over, or is refused; never waits. */
  Admission offer(E event);

  Observation observe();

  /** Refuses from now on, and returns when what was accepted has been handled. */
  @Override
  void close();
}
