package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.Element.Enqueue;

/** About how much memory a command takes while it waits to be executed. */
final class CommandSize {
  private static final long OBJECT_BYTES = 200;

  private CommandSize() {}

  static long bytesOf(Command command) {
    return switch (command) {
      case Command.Update update -> {
        long bytes = OBJECT_BYTES;
        for (Element element : update.elements()) {
          bytes += OBJECT_BYTES + dataBytes(element);
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
    return element instanceof Enqueue enqueue ? enqueue.data().size() : 0;
  }
}
