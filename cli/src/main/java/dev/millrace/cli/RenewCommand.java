package dev.millrace.cli;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Renew;
import dev.millrace.api.v1.RenewAllRequest;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes leases last longer. */
@Command(
    name = "renew",
    description = "Makes a lease last longer, or all leases of a holder.",
    footer = {
      "Example: millrace renew mail user-17 42 --for 5m",
      "         millrace renew --all --holder worker-3 --for 5m"
    })
final class RenewCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "QUEUE",
      description = "The queue of the task.")
  private @Nullable String queue;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PID",
      description = "The PID of the task, as tables show it: text, hex:… or base64:….")
  private @Nullable String pid;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "LEASE",
      converter = NumberConverter.Unsigned.class,
      description = "The lease.")
  private @Nullable Long lease;

  @Option(names = "--all", description = "Instead of one task: every lease of --holder.")
  private boolean all;

  @Option(
      names = "--holder",
      paramLabel = "NAME",
      description = "With --all: the name given to lease.")
  private @Nullable String holder;

  @Option(names = "--all-groups", description = "With --all: in every group.")
  private boolean allGroups;

  @Option(
      names = "--for",
      paramLabel = "D",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "How long from now: 500ms, 30s, 1h30m. Default: ${DEFAULT-VALUE}.")
  private Duration leaseTime = Duration.ofSeconds(60);

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  RenewCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (all && holder != null && queue == null) {
      return renewAll(holder);
    }
    if (!all && holder == null && !allGroups && queue != null && pid != null && lease != null) {
      return renew(queue, pid, lease);
    }
    throw Failure.usage("give QUEUE PID LEASE, or --all --holder NAME");
  }

  private int renew(String queue, String pid, long lease) {
    var renew =
        Renew.newBuilder()
            .setQueue(invocation.queue(queue))
            .setPid(Spelling.parse(pid))
            .setLease(lease)
            .setLeaseTime(WireTime.duration(leaseTime));
    return Update.send(
        invocation, durability.value(), Element.newBuilder().setRenew(renew).build());
  }

  private int renewAll(String holder) {
    // The same check as for a pattern: one group or all.
    var groups = invocation.pattern("", allGroups);
    var request =
        RenewAllRequest.newBuilder()
            .setHolder(Spelling.name(holder))
            .setLeaseTime(WireTime.duration(leaseTime))
            .setGroup(groups.getGroup())
            .setAllGroups(groups.getAllGroups())
            .setDurability(durability.value())
            .build();
    try (var connection = invocation.connect()) {
      var renewed = connection.change(stub -> stub.renewAll(request)).getRenewed();
      invocation
          .output()
          .say(
              "renewed " + Wording.counted(renewed, "lease"),
              new JsonObject().put("holder", holder).put("renewed", renewed));
    }
    return ExitCode.OK.number();
  }
}
