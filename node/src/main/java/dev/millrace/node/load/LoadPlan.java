package dev.millrace.node.load;

/**
 * A backlog to be made up: FIFO tasks with random data, spread evenly over queues.
 *
 * @param group of all queues
 * @param queue what the names of queues begin with; a number follows
 * @param firstQueue the first of those numbers
 * @param tasks in all queues together
 * @param dataBytes of each task
 */
public record LoadPlan(
    String group, String queue, int firstQueue, int queues, long tasks, int dataBytes) {
  public LoadPlan {
    if (queues < 1 || tasks < 0 || dataBytes < 0 || firstQueue < 0) {
      throw new IllegalArgumentException(
          "%d tasks of %d bytes in %d queues from %d"
              .formatted(tasks, dataBytes, queues, firstQueue));
    }
  }

  /** The name of a queue, counted from 0. */
  public String name(int number) {
    return queue + "-" + (firstQueue + number);
  }

  /** How many tasks a queue gets. */
  public long tasksOf(int number) {
    return tasks / queues + (number < tasks % queues ? 1 : 0);
  }
}
