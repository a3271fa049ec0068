package dev.millrace.queue;

/**
 * Something that may hold of a queue or task at the moment of an update. A queue is empty when it
 * has no task in any state.
 */
public sealed interface Condition {
  QueueName queue();

  record QueueEmpty(QueueName queue) implements Condition {}

  record QueueAtMost(QueueName queue, long tasks) implements Condition {}

  record TaskExists(QueueName queue, Pid pid) implements Condition {}

  record TaskAbsent(QueueName queue, Pid pid) implements Condition {}
}
