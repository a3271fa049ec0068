package dev.millrace.node.load;

import dev.millrace.queue.QueueException;

/** The task that was read last can't be taken; nothing was loaded. */
public final class RefusedTaskException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedTaskException(QueueException cause) {
    super(cause.problem().message(), cause);
  }
}
