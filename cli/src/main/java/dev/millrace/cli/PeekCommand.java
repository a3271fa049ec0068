package dev.millrace.cli;

import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at tasks without leasing them. */
@Command(
    name = "peek",
    description = {
      "Looks at the tasks of a queue in the order of their PIDs, without leasing them.",
      "Exits with 3 when there is none."
    },
    footer = "Example: millrace peek mail -n 5 --state leased")
final class PeekCommand implements Callable<Integer> {
  private static final int PAGE_TASKS_MAX = 1_000;

  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(
      names = {"-n", "--count"},
      paramLabel = "K",
      defaultValue = "20",
      converter = NumberConverter.Positive.class,
      description = "At most this many tasks. Default: ${DEFAULT-VALUE}.")
  private int count = 20;

  @Option(names = "--from", paramLabel = "P", description = "The first PID to show.")
  private @Nullable String from;

  @Option(names = "--after", paramLabel = "P", description = "Only PIDs after this one.")
  private @Nullable String after;

  @Option(names = "--max", paramLabel = "P", description = "The last PID to show.")
  private @Nullable String max;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only tasks in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable State state;

  @Option(names = "--no-data", description = "Leaves the data out.")
  private boolean noData;

  PeekCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** The values of --state, spelled as they are typed. */
  enum State {
    available,
    leased,
    delayed
  }

  @Override
  public Integer call() {
    var request = request();
    var tasks = new ArrayList<Task>();
    var more = true;
    try (var connection = invocation.connect()) {
      while (more && tasks.size() < count) {
        request.setMaxTasks(Math.min(count - tasks.size(), PAGE_TASKS_MAX));
        var page = connection.read(stub -> stub.peek(request.build()));
        tasks.addAll(page.getTasksList());
        more = page.getMore();
        if (more) {
          request.setAfterPid(page.getResumePid());
        }
      }
    }
    invocation.output().show(TaskView.peeked(!noData), tasks);
    if (tasks.isEmpty()) {
      invocation.note("no task there");
      return ExitCode.NOTHING_THERE.number();
    }
    if (more) {
      invocation.note("more follow: --after " + Spelling.pid(request.getAfterPid()));
    }
    return ExitCode.OK.number();
  }

  private PeekRequest.Builder request() {
    var request = PeekRequest.newBuilder().setQueue(invocation.queue(queue)).setWithoutData(noData);
    if (from != null) {
      request.setFromPid(Spelling.parse(from));
    }
    if (after != null) {
      request.setAfterPid(Spelling.parse(after));
    }
    if (max != null) {
      request.setMaxPid(Spelling.parse(max));
    }
    if (state != null) {
      request.setState(wire(state));
    }
    return request;
  }

  private static TaskState wire(State state) {
    return switch (state) {
      case available -> TaskState.AVAILABLE;
      case leased -> TaskState.LEASED;
      case delayed -> TaskState.DELAYED;
    };
  }
}
