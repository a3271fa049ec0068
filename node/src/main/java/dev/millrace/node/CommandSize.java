package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.Element.Enqueue;
import dev.millrace.queue.Element.EnqueueAll;
import dev.millrace.queue.Payload;

/** About what a command takes while it waits to be executed, and then. */
final class CommandSize {
  private static final long OBJECT_BYTES = 200;

  /** What takes about as long to execute as one call with one element. */
  private static final int ELEMENTS_PER_COST = 4;

  private static final int DATA_BYTES_PER_COST = 4096;

  private CommandSize() {}

  /** The time that it takes, where a call with one small element takes 1. */
  static int costOf(Command command) {
    return switch (command) {
      case Command.Update update -> costOf(update);
      // What it may get: nobody knows before whether the queue has as much. At the cost of one, a
      // thousand tasks would be leased for nothing beside their completion, which pays for each.
      case Command.Lease lease -> 1 + lease.maxTasks() / ELEMENTS_PER_COST;
      default -> 1;
    };
  }

  private static int costOf(Command.Update update) {
    long dataBytes = 0;
    for (Element element : update.elements()) {
      dataBytes += dataBytes(element);
    }
    return 1 + update.size() / ELEMENTS_PER_COST + (int) (dataBytes / DATA_BYTES_PER_COST);
  }

  /** Its memory. */
  static long bytesOf(Command command) {
    return switch (command) {
      case Command.Update update -> {
        long bytes = OBJECT_BYTES;
        for (Element element : update.elements()) {
          bytes += OBJECT_BYTES * element.size() + dataBytes(element);
        }
        yield bytes;
      }
      case Command.SetPolicies(_, var policies) -> OBJECT_BYTES * (1 + 2L * policies.size());
      case Command.GiveBack(_, var tasks) -> OBJECT_BYTES * (1 + tasks.size());
      case Command.Show(var queues) -> OBJECT_BYTES * (1 + queues.size());
      default -> OBJECT_BYTES;
    };
  }

  private static long dataBytes(Element element) {
    return switch (element) {
      case Enqueue enqueue -> enqueue.data().size();
      case EnqueueAll(_, var all) -> {
        long bytes = 0;
        for (Payload data : all) {
          bytes += data.size();
        }
        yield bytes;
      }
      default -> 0;
    };
  }
}
