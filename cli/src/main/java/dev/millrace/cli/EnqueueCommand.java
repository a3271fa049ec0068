package dev.millrace.cli;

import dev.millrace.api.v1.Condition;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.OnConflict;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a task into a queue. */
@Command(
    name = "enqueue",
    description = "Puts a task into a queue.",
    footer = {
      "Example: millrace enqueue mail --pid user-17 --delay 5m 'Dear Ada, …'",
      "         gzip -c report | millrace enqueue reports"
    })
final class EnqueueCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue; made if it isn't there.")
  private String queue = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DATA",
      description = "The data: text, hex:…, base64:… or text:…. Absent or -: the standard input.")
  private @Nullable String data;

  @Option(
      names = "--pid",
      paramLabel = "P",
      description =
          "Priority and identity, lower bytes first; text, hex:… or base64:…. Default: behind all"
              + " tasks that came without one.")
  private @Nullable String pid;

  @Option(
      names = "--delay",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Can't be leased before this much time has passed: 500ms, 30s, 1h30m, 7d.")
  private @Nullable Duration delay;

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      converter = InstantConverter.class,
      description = "Can't be leased before this time: 2027-01-31T08:00, or with Z or an offset.")
  private @Nullable Instant notBefore;

  @Option(
      names = "--on-conflict",
      paramLabel = "RULE",
      defaultValue = "keep",
      description =
          "If the PID is there already: keep that task, replace it, fail, or run it again after"
              + " its lease: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Rule onConflict = Rule.keep;

  @Option(
      names = "--if-empty",
      paramLabel = "QUEUE",
      description = "Only if this queue of the same group has no task in any state.")
  private @Nullable String ifEmpty;

  @Option(
      names = "--trace",
      paramLabel = "T",
      defaultValue = "",
      description =
          "A W3C traceparent, for tracing; behind a space, if there is one, a tracestate.")
  private String trace = "";

  @Mixin private final DurabilityOption durability = new DurabilityOption();

  EnqueueCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** The values of --on-conflict, spelled as they are typed. */
  enum Rule {
    keep,
    replace,
    fail,
    again
  }

  @Override
  public Integer call() {
    if (delay != null && notBefore != null) {
      throw Failure.usage("give --delay or --not-before, not both");
    }
    return Update.send(
        invocation, durability.value(), Element.newBuilder().setEnqueue(enqueue()).build());
  }

  private Enqueue enqueue() {
    var enqueue =
        Enqueue.newBuilder().setQueue(invocation.queue(queue)).setOnConflict(conflict(onConflict));
    if (pid != null) {
      enqueue.setPid(Spelling.parse(pid));
    }
    if (delay != null) {
      enqueue.setDelay(WireTime.duration(delay));
    }
    if (notBefore != null) {
      enqueue.setNotBefore(WireTime.time(notBefore));
    }
    if (ifEmpty != null) {
      enqueue.setOnlyIf(Condition.newBuilder().setQueueEmpty(invocation.queue(ifEmpty)));
    }
    return enqueue.setTrace(trace).setData(invocation.data(data)).build();
  }

  private static OnConflict conflict(Rule rule) {
    return switch (rule) {
      case keep -> OnConflict.KEEP;
      case replace -> OnConflict.REPLACE;
      case fail -> OnConflict.FAIL;
      case again -> OnConflict.AGAIN;
    };
  }
}
