package dev.millrace.stages;

import java.util.List;

/** Learns that the handler of a stage has thrown. The stage refuses everything from then on. */
@FunctionalInterface
public interface FailureHandler<E> {
  /**
   * Called once, by the thread on which the handler threw.
   *
   * @param unhandled accepted events that the handler has not seen; not those of the batch in which
   *     it threw
   */
  void failed(Throwable cause, List<E> unhandled);
}
