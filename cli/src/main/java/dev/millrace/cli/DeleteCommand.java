package dev.millrace.cli;

import dev.millrace.api.v1.DeleteQueueReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes queues with all their tasks. */
@Command(
    name = "delete",
    description = {
      "Deletes a queue, or all queues that match a pattern, with all their tasks.",
      "A pattern needs --expect, or shows what would go and asks."
    },
    footer = {
      "Example: millrace delete mail",
      "         millrace delete --pattern 'test/.*' --dry-run",
      "         millrace delete --pattern 'test/.*' --expect 12"
    })
final class DeleteCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", arity = "0..1", paramLabel = "QUEUE", description = "The queue.")
  private @Nullable String queue;

  @Option(
      names = "--pattern",
      paramLabel = "RE",
      description = "All queues whose whole name matches (RE2 syntax).")
  private @Nullable String pattern;

  @Option(names = "--all-groups", description = "With --pattern: the queues of every group.")
  private boolean allGroups;

  @Option(names = "--dry-run", description = "Only shows what would be deleted.")
  private boolean dryRun;

  @Option(
      names = "--expect",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "With --pattern: deletes if exactly so many queues match, else nothing.")
  private @Nullable Long expected;

  @Option(names = "--yes", description = "With --pattern: deletes what matches now, unasked.")
  private boolean yes;

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  DeleteCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if ((queue == null) == (pattern == null)) {
      throw Failure.usage("name the queue, or give --pattern");
    }
    if (pattern == null && (allGroups || expected != null || yes)) {
      throw Failure.usage("--all-groups, --expect and --yes belong to --pattern");
    }
    try (var connection = invocation.connect()) {
      if (dryRun) {
        var plan = delete(connection, request().setDryRun(true));
        showPlan(plan);
        return say("would delete ", plan);
      }
      return pattern == null || expected != null
          ? say("deleted ", delete(connection, expected == null ? request() : expecting(expected)))
          : deleteMatching(connection);
    }
  }

  private DeleteQueueRequest.Builder request() {
    var request = DeleteQueueRequest.newBuilder().setDurability(durability.value());
    if (queue != null) {
      request.setQueue(invocation.queue(queue));
    }
    if (pattern != null) {
      request.setPattern(invocation.pattern(pattern, allGroups));
    }
    return request;
  }

  private DeleteQueueRequest.Builder expecting(long queues) {
    return request().setExpectedQueues(queues);
  }

  private static DeleteQueueReply delete(
      Connection connection, DeleteQueueRequest.Builder request) {
    return connection.change(stub -> stub.deleteQueue(request.build()));
  }

  /** Deletes as many queues as the dry run found: a new match in between is a CONFLICT. */
  private int deleteMatching(Connection connection) {
    if (!yes && !invocation.shell().asks()) {
      throw Failure.usage(
          "a pattern needs --expect N where nobody can be asked; --dry-run tells N");
    }
    var plan = delete(connection, request().setDryRun(true));
    if (plan.getQueues() > 0 && !yes) {
      showPlan(plan);
      if (!isConfirmed(plan)) {
        invocation.note("nothing deleted");
        return ExitCode.REFUSED.number();
      }
    }
    return say(
        "deleted ", plan.getQueues() == 0 ? plan : delete(connection, expecting(plan.getQueues())));
  }

  private void showPlan(DeleteQueueReply plan) {
    invocation.output().show(new QueueSizeView(), plan.getDeletedList());
    if (plan.getDeletedCount() < plan.getQueues()) {
      invocation.note(
          "… and %s more"
              .formatted(Wording.counted(plan.getQueues() - plan.getDeletedCount(), "queue")));
    }
  }

  private boolean isConfirmed(DeleteQueueReply plan) {
    var shell = invocation.shell();
    shell.err().print("Delete %s? [y/N] ".formatted(sizes(plan)));
    shell.err().flush();
    try {
      var answer =
          new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8)).readLine();
      return answer != null && (answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int say(String verb, DeleteQueueReply reply) {
    invocation
        .output()
        .say(
            verb + sizes(reply),
            new JsonObject()
                .put("queues", reply.getQueues())
                .put("tasks", reply.getTasks())
                .put("dry_run", dryRun));
    return ExitCode.OK.number();
  }

  private static String sizes(DeleteQueueReply reply) {
    return Wording.counted(reply.getQueues(), "queue")
        + " with "
        + Wording.counted(reply.getTasks(), "task");
  }
}
