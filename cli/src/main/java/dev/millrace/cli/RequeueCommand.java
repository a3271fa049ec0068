package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Move;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import dev.millrace.api.v1.UpdateRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts dead letters back. */
@Command(
    name = "requeue",
    description = {
      "Moves the available tasks of a queue of dead letters back to the queues that they came",
      "from, with their PIDs and without failed attempts. One whose PID is taken there stays.",
      "Exits with 4 when some stay."
    },
    footer = {
      "Example: millrace requeue mail.dead",
      "         millrace requeue mail.dead --to mail.again -n 100"
    })
final class RequeueCommand implements Callable<Integer> {
  private static final int PAGE_TASKS_MAX = 500;

  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue of dead letters.")
  private String queue = "";

  @Option(
      names = "--to",
      paramLabel = "QUEUE",
      description = "The queue to move them to. Default: where each came from.")
  private @Nullable String to;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "K",
      converter = NumberConverter.Positive.class,
      description = "At most this many tasks. Default: all.")
  private int count = Integer.MAX_VALUE;

  @Option(names = "--keep-attempts", description = "Doesn't forget the failed attempts.")
  private boolean keepAttempts;

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  private int seen;
  private long moved;
  private long stayed;
  private String reason = "";

  RequeueCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var request =
        PeekRequest.newBuilder()
            .setQueue(invocation.queue(queue))
            .setState(TaskState.AVAILABLE)
            .setWithoutData(true);
    try (var connection = invocation.connect()) {
      var more = true;
      while (more && seen < count) {
        request.setMaxTasks(Math.min(count - seen, PAGE_TASKS_MAX));
        var page = connection.read(stub -> stub.peek(request.build()));
        move(connection, page.getTasksList());
        request.setAfterPid(page.getResumePid());
        more = page.getMore();
      }
    }
    say();
    return (stayed > 0 ? ExitCode.REFUSED : seen == 0 ? ExitCode.NOTHING_THERE : ExitCode.OK)
        .number();
  }

  /** Each for itself: one that can't go must not keep the others. */
  private void move(Connection connection, List<Task> tasks) {
    seen += tasks.size();
    var batch = BatchRequest.newBuilder();
    for (var task : tasks) {
      var target = target(task);
      if (target.isPresent()) {
        batch.addCalls(Call.newBuilder().setUpdate(move(task.getPid(), target.get())));
      } else {
        stays("it doesn't say where it came from; give --to");
      }
    }
    if (batch.getCallsCount() > 0) {
      connection.change(stub -> stub.batch(batch.build())).getRepliesList().forEach(this::note);
    }
  }

  private Optional<Queue> target(Task task) {
    if (to != null) {
      return Optional.of(invocation.queue(to));
    }
    return task.hasDeadFrom() ? Optional.of(task.getDeadFrom()) : Optional.empty();
  }

  private UpdateRequest move(ByteString pid, Queue target) {
    var move =
        Move.newBuilder()
            .setQueue(invocation.queue(queue))
            .setPid(pid)
            .setToQueue(target)
            .setToPid(pid)
            .setResetAttempts(!keepAttempts);
    return UpdateRequest.newBuilder()
        .addElements(Element.newBuilder().setMove(move))
        .setDurability(durability.value())
        .build();
  }

  private void note(CallReply reply) {
    if (reply.hasProblem()) {
      stays(reply.getProblem().getMessage());
    } else {
      moved++;
    }
  }

  private void stays(String why) {
    stayed++;
    reason = reason.isEmpty() ? why : reason;
  }

  private void say() {
    if (stayed > 0) {
      invocation.note(
          "%s stayed; the first: %s"
              .formatted(Wording.counted(stayed, "task"), Spelling.printable(reason)));
    }
    invocation
        .output()
        .say(
            "requeued %s".formatted(Wording.counted(moved, "task")),
            new JsonObject().put("requeued", moved).put("stayed", stayed));
  }
}
