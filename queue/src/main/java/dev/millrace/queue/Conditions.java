package dev.millrace.queue;

/** Conditions as a person would say them. */
final class Conditions {
  private Conditions() {}

  static String inWords(Condition condition) {
    return switch (condition) {
      case Condition.QueueEmpty(var queue) -> queue + " is empty";
      case Condition.QueueAtMost(var queue, long tasks) ->
          "%s holds at most %d tasks".formatted(queue, tasks);
      case Condition.TaskExists(var queue, var pid) -> "%s has a task %s".formatted(queue, pid);
      case Condition.TaskAbsent(var queue, var pid) -> "%s has no task %s".formatted(queue, pid);
    };
  }
}
