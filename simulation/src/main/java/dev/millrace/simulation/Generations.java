package dev.millrace.simulation;

import dev.millrace.queue.Change;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Step;
import java.util.Map;
import java.util.TreeMap;

/** The names of queues' lives, by the numbers that a slot gave them. */
final class Generations {
  private final Map<Long, QueueName> names;

  Generations() {
    this(new TreeMap<>());
  }

  private Generations(Map<Long, QueueName> names) {
    this.names = names;
  }

  Generations copy() {
    return new Generations(new TreeMap<>(names));
  }

  QueueName name(long generation) {
    QueueName name = names.get(generation);
    if (name == null) {
      throw new Violation("G2", "a change names the unknown generation " + generation);
    }
    return name;
  }

  /** Learns which lives a step began. */
  void learn(Step step) {
    for (Change change : step.changes()) {
      if (change instanceof Change.QueuePut(long id, var name, _)) {
        QueueName before = names.put(id, name);
        if (before != null && !before.equals(name)) {
          throw new Violation(
              "G2", "generation %d of %s was one of %s".formatted(id, name, before));
        }
      }
    }
  }

  /** Gives the lives that a step began in the model their numbers. */
  static void number(Step step, ModelState state) {
    for (Change change : step.changes()) {
      if (change instanceof Change.QueuePut(long id, var name, _)) {
        ModelQueue queue = state.queue(name);
        if (queue != null && queue.generation == 0) {
          queue.generation = id;
        }
      }
    }
  }
}
