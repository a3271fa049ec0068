package dev.millrace.cli;

import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes a finished task. */
@Command(
    name = "done",
    description = {
      "Removes a task whose work is done under a lease, or cancels it in whatever state.",
      "With --then, a task for the next stage comes in the same step: both or neither."
    },
    footer = {
      "Example: millrace done mail user-17 42",
      "         millrace done mail user-17 42 --then sent --data 'user-17 at 12:05'"
    })
final class DoneCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final TaskArguments task = new TaskArguments();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "LEASE",
      converter = NumberConverter.Unsigned.class,
      description = "The lease under which the work was done.")
  private @Nullable Long lease;

  @Option(names = "--cancel", description = "Instead of LEASE: whoever may hold the task.")
  private boolean cancel;

  @Option(
      names = "--then",
      paramLabel = "QUEUE",
      description = "Enqueues a task here, in the same group and the same step.")
  private @Nullable String then;

  @Option(
      names = "--data",
      paramLabel = "DATA",
      description = "The data of that task; - for the standard input. Default: none.")
  private String data = "";

  @Option(
      names = "--pid",
      paramLabel = "P",
      description = "The PID of that task. Default: behind all tasks that came without one.")
  private @Nullable String thenPid;

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  DoneCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (cancel == (lease != null)) {
      throw Failure.usage("give the LEASE, or --cancel to remove the task whoever holds it");
    }
    if (then == null && (thenPid != null || !data.isEmpty())) {
      throw Failure.usage("--data and --pid belong to --then");
    }
    var dequeue = Dequeue.newBuilder().setQueue(invocation.queue(task.queue())).setPid(task.pid());
    if (lease != null) {
      dequeue.setLease(lease);
    }
    var done = Element.newBuilder().setDequeue(dequeue).build();
    return then == null
        ? Update.send(invocation, durability.value(), done)
        : Update.send(invocation, durability.value(), done, next(then));
  }

  private Element next(String queue) {
    var enqueue =
        Enqueue.newBuilder().setQueue(invocation.queue(queue)).setData(invocation.data(data));
    if (thenPid != null) {
      enqueue.setPid(Spelling.parse(thenPid));
    }
    return Element.newBuilder().setEnqueue(enqueue).build();
  }
}
