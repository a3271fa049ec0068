package dev.millrace.cli;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Move;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts a task under another queue or PID. */
@Command(
    name = "move",
    description = {
      "Puts a task under another queue or PID of the same group.",
      "It keeps its data, attempts and age; a lease on it ends."
    },
    footer = {
      "Example: millrace move mail.dead user-17 --to mail --reset-attempts",
      "         millrace move mail user-17 --to-pid 0-urgent"
    })
final class MoveCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final TaskArguments task = new TaskArguments();

  @Option(names = "--to", paramLabel = "QUEUE", description = "Default: the same queue.")
  private @Nullable String toQueue;

  @Option(names = "--to-pid", paramLabel = "P", description = "Default: the same PID.")
  private @Nullable String toPid;

  @Option(names = "--to-fifo", description = "Behind all tasks that came without a PID.")
  private boolean toFifo;

  @Option(
      names = "--lease",
      paramLabel = "L",
      converter = NumberConverter.Unsigned.class,
      description = "Only if this lease is current. Default: whoever holds the task.")
  private @Nullable Long lease;

  @Option(
      names = "--delay",
      paramLabel = "D",
      converter = DurationConverter.class,
      description =
          "Can't be leased before this much time has passed. Default: a delayed task stays so.")
  private @Nullable Duration delay;

  @Option(names = "--reset-attempts", description = "Forgets the failed attempts.")
  private boolean resetAttempts;

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  MoveCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (toPid != null && toFifo) {
      throw Failure.usage("give --to-pid or --to-fifo, not both");
    }
    if (toQueue == null && toPid == null && !toFifo) {
      throw Failure.usage("where to? give --to, --to-pid or --to-fifo");
    }
    return Update.send(
        invocation, durability.value(), Element.newBuilder().setMove(move()).build());
  }

  private Move move() {
    var move =
        Move.newBuilder()
            .setQueue(invocation.queue(task.queue()))
            .setPid(task.pid())
            .setToQueue(invocation.queue(toQueue == null ? task.queue() : toQueue))
            .setResetAttempts(resetAttempts);
    if (toFifo) {
      move.setToFifo(true);
    } else {
      move.setToPid(toPid == null ? task.pid() : Spelling.parse(toPid));
    }
    if (lease != null) {
      move.setLease(lease);
    }
    if (delay != null) {
      move.setDelay(WireTime.duration(delay));
    }
    return move.build();
  }
}
