package dev.millrace.cli;

import dev.millrace.api.v1.ResumeQueueRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Allows leases on a queue again. */
@Command(
    name = "resume",
    description = "Grants leases on a paused queue again.",
    footer = "Example: millrace resume mail")
final class ResumeCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  ResumeCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var request =
        ResumeQueueRequest.newBuilder()
            .setQueue(invocation.queue(queue))
            .setDurability(durability.value())
            .build();
    try (var connection = invocation.connect()) {
      var was = connection.change(stub -> stub.resumeQueue(request)).getWasPaused();
      invocation
          .output()
          .say(
              Spelling.printable(queue) + (was ? " grants leases again" : " was not paused"),
              new JsonObject().put("queue", queue).put("paused", false).put("was_paused", was));
    }
    return ExitCode.OK.number();
  }
}
