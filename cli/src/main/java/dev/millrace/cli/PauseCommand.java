package dev.millrace.cli;

import dev.millrace.api.v1.PauseQueueRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Stops leases on a queue. */
@Command(
    name = "pause",
    description = "Stops granting leases on a queue. Everything else goes on.",
    footer = "Example: millrace pause mail")
final class PauseCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  PauseCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var request =
        PauseQueueRequest.newBuilder()
            .setQueue(invocation.queue(queue))
            .setDurability(durability.value())
            .build();
    try (var connection = invocation.connect()) {
      var was = connection.change(stub -> stub.pauseQueue(request)).getWasPaused();
      invocation
          .output()
          .say(
              Spelling.printable(queue) + (was ? " was paused already" : " is paused"),
              new JsonObject().put("queue", queue).put("paused", true).put("was_paused", was));
    }
    return ExitCode.OK.number();
  }
}
