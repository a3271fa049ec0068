package dev.millrace.cli;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Release;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a leased task back. */
@Command(
    name = "release",
    description = "Gives a leased task back, so that somebody else can lease it.",
    footer = "Example: millrace release mail user-17 42 --failed --reason 'mailbox full'")
final class ReleaseCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final TaskArguments task = new TaskArguments();

  @Parameters(
      index = "2",
      paramLabel = "LEASE",
      converter = NumberConverter.Unsigned.class,
      description = "The lease.")
  private long lease;

  @Option(
      names = "--delay",
      paramLabel = "D",
      converter = DurationConverter.class,
      description =
          "Can't be leased again before this much time has passed. Default: none, or the policy's"
              + " backoff with --failed.")
  private @Nullable Duration delay;

  @Option(
      names = "--failed",
      description = "Counts an attempt; after the policy's last one, the task is a dead letter.")
  private boolean failed;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the task.")
  private String reason = "";

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  ReleaseCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var release =
        Release.newBuilder()
            .setQueue(invocation.queue(task.queue()))
            .setPid(task.pid())
            .setLease(lease)
            .setFailed(failed)
            .setReason(Spelling.name(reason));
    if (delay != null) {
      release.setDelay(WireTime.duration(delay));
    }
    return Update.send(
        invocation, durability.value(), Element.newBuilder().setRelease(release).build());
  }
}
