package dev.millrace.cli;

import dev.millrace.api.v1.LeaseRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Leases the most urgent tasks. */
@Command(
    name = "lease",
    description = {
      "Leases the most urgent tasks, so that nobody else gets them before the lease ends.",
      "Exits with 3 when there is none."
    },
    footer = {
      "Example: millrace lease mail -n 10 --for 5m --wait 30s",
      "         millrace lease --pattern 'mail/.*' --json"
    })
final class LeaseCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      arity = "0..*",
      paramLabel = "QUEUE",
      description = "Queues; an earlier one is emptied first.")
  private List<String> queues = List.of();

  @Option(
      names = "--pattern",
      paramLabel = "RE",
      description = "One task from each queue whose whole name matches, in turn (RE2 syntax).")
  private @Nullable String pattern;

  @Option(names = "--all-groups", description = "With --pattern: the queues of every group.")
  private boolean allGroups;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "K",
      defaultValue = "1",
      converter = NumberConverter.Positive.class,
      description = "At most this many tasks. Default: ${DEFAULT-VALUE}.")
  private int count = 1;

  @Option(
      names = "--for",
      paramLabel = "D",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "How long the lease lasts: 500ms, 30s, 1h30m. Default: ${DEFAULT-VALUE}.")
  private Duration leaseTime = Duration.ofSeconds(60);

  @Option(
      names = "--wait",
      paramLabel = "D",
      defaultValue = "0",
      converter = DurationConverter.class,
      description = "Wait this long for the first task when there is none. Default: not at all.")
  private Duration wait = Duration.ZERO;

  @Option(
      names = "--max",
      paramLabel = "P",
      description = "Only tasks with a PID up to and including this one.")
  private @Nullable String maxPid;

  @Option(
      names = "--holder",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Who leases, for people and for `renew --all`. Default: this end's address.")
  private String holder = "";

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  LeaseCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var request = request();
    try (var connection = invocation.connect()) {
      var tasks = connection.change(wait, stub -> stub.lease(request)).getTasksList();
      invocation.output().show(TaskView.leased(), tasks);
      if (tasks.isEmpty()) {
        invocation.note("no task to lease");
        return ExitCode.NOTHING_THERE.number();
      }
      return ExitCode.OK.number();
    }
  }

  private LeaseRequest request() {
    if (queues.isEmpty() == (pattern == null)) {
      throw Failure.usage("name the queues, or give --pattern");
    }
    var request =
        LeaseRequest.newBuilder()
            .setMaxTasks(count)
            .setLeaseTime(WireTime.duration(leaseTime))
            .setHolder(Spelling.name(holder))
            .setDurability(durability.value());
    queues.forEach(queue -> request.addQueues(invocation.queue(queue)));
    if (pattern != null) {
      request.setPattern(invocation.pattern(pattern, allGroups));
    }
    if (!wait.isZero()) {
      request.setWait(WireTime.duration(wait));
    }
    if (maxPid != null) {
      request.setMaxPid(Spelling.parse(maxPid));
    }
    return request.build();
  }
}
