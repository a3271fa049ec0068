package dev.millrace.node.wire;

import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;

/**
 * Where the outcome of a call goes: one of the two methods is called, from any thread. Only the
 * first outcome counts.
 */
interface Recipient<R> {
  /**
   * The call succeeded.
   *
   * @param grants what the reply hands out; the recipient gives it back if it can't deliver
   */
  void reply(R reply, Grants grants);

  /** The call failed. */
  void problem(Problem problem);

  default void reply(R reply) {
    reply(reply, Grants.NONE);
  }

  /** Does work on the way to the outcome; what it throws becomes a problem. */
  default void attempt(Runnable work) {
    try {
      work.run();
    } catch (QueueException e) {
      problem(e.problem());
    } catch (RuntimeException e) {
      problem(Defect.reported(e));
    }
  }
}
