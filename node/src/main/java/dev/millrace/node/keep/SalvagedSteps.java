package dev.millrace.node.keep;

import dev.millrace.queue.Change;
import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.QueuePut;
import dev.millrace.queue.Change.TaskPut;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Puts a slot into steps that make it anew, each small and with counters that are right. */
final class SalvagedSteps {
  private static final int TASKS_MAX = 1000;
  private static final int BYTES_MAX = 1 << 20;
  private static final int TASK_OVERHEAD_BYTES = 100;

  private final int slot;
  private final int slots;
  private final Consumer<List<Change>> step;

  /**
   * Makes steps for one slot.
   *
   * @param slots how many the directory has
   * @param step takes the changes of each step, in order
   */
  SalvagedSteps(int slot, int slots, Consumer<List<Change>> step) {
    this.slot = slot;
    this.slots = slots;
    this.step = step;
  }

  void write(SalvagedSlot salvaged) {
    if (!salvaged.policies().equals(PolicyDocument.EMPTY)) {
      step.accept(List.of(new Change.PoliciesPut(salvaged.policies())));
    }
    for (SalvagedQueue queue : salvaged.queues()) {
      if (queue.name().isPresent() || !queue.tasks().isEmpty()) {
        write(queue);
      }
    }
    // One in a step: each is found by the ticket of its own.
    salvaged.requests().all().forEach(kept -> step.accept(List.of(kept)));
  }

  private void write(SalvagedQueue queue) {
    List<Change> changes = new ArrayList<>();
    changes.add(
        new QueuePut(queue.id, queue.name().orElseGet(() -> nameFor(queue)), queue.isPaused()));
    var counts = new Counts(queue);
    long bytes = 0;
    for (Task task : queue.tasks().values()) {
      changes.add(new TaskPut(queue.id, task));
      counts.add(task);
      bytes += TASK_OVERHEAD_BYTES + task.pid().length() + task.data().length();
      if (changes.size() > TASKS_MAX || bytes > BYTES_MAX) {
        finish(changes, counts);
        changes = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!changes.isEmpty()) {
      finish(changes, counts);
    }
  }

  private void finish(List<Change> changes, Counts counts) {
    changes.add(counts.soFar());
    step.accept(List.copyOf(changes));
  }

  /** A name in a group that belongs to the slot, for a queue whose own name is lost. */
  private QueueName nameFor(SalvagedQueue queue) {
    int number = 0;
    while (Slot.of("salvaged-" + number, slots) != slot) {
      number++;
    }
    return new QueueName("salvaged-" + number, "queue-" + queue.id);
  }

  /** Counts the tasks written so far. */
  private static final class Counts {
    private final SalvagedQueue queue;
    private long available;
    private long leased;
    private long delayed;

    Counts(SalvagedQueue queue) {
      this.queue = queue;
    }

    void add(Task task) {
      switch (task.state().kind()) {
        case AVAILABLE -> available++;
        case LEASED -> leased++;
        case DELAYED -> delayed++;
      }
    }

    QueueCounts soFar() {
      long entered = queue.left() + available + leased + delayed;
      return new QueueCounts(queue.id, available, leased, delayed, entered, queue.left());
    }
  }
}
