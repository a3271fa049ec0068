package dev.millrace.cli;

import dev.millrace.api.v1.Enqueue;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Enqueues what was exported. */
@Command(
    name = "import",
    description = {
      "Enqueues the tasks of a file that `export` wrote, each into its queue. A task whose PID is",
      "there already stays as it is. Tasks with a PID that a server gave get new ones, in the",
      "same order. Leases, attempts and failures are not brought back.",
      "When it ends early it says how many lines are done: --skip goes on there."
    },
    footer = "Example: millrace import tasks.jsonl")
final class ImportCommand implements Callable<Integer> {
  /** The largest task, in base64, with all that is around it. */
  private static final int LINE_BYTES_MAX = 24 << 20;

  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file; - for the standard input.")
  private String file = "";

  @Option(
      names = "--skip",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "Leaves out so many lines at the beginning.")
  private long skip;

  @Mixin private final RetryOption retry = new RetryOption();
  @Mixin private final DurabilityOption durability = new DurabilityOption();

  ImportCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    // One batch at a time: tasks that get new PIDs must arrive in order.
    var settings = new LoadLoop.Settings(1, durability.value(), retry.patience());
    try (var source = Source.open(file, invocation.shell());
        var progress = new LoadProgress(invocation.shell(), source.bytes(), System::nanoTime);
        var connection = invocation.connect();
        var loop = new LoadLoop(connection, settings, progress)) {
      var lines = new Lines(source.in(), LINE_BYTES_MAX);
      var count = loop.load(lines, () -> next(lines));
      progress.clear();
      invocation
          .output()
          .say(
              "imported %s, %s already there"
                  .formatted(
                      Wording.counted(count.created(), "task"), Wording.count(count.collapsed())),
              new JsonObject().put("created", count.created()).put("collapsed", count.collapsed()));
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "FILE", "can't read %s: %s".formatted(file, e.getMessage()));
    }
    return ExitCode.OK.number();
  }

  private Optional<Enqueue> next(Lines lines) throws IOException {
    var line = lines.next();
    while (line.isPresent() && (lines.number() <= skip || line.get().isEmpty())) {
      line = lines.next();
    }
    return line.map(text -> TaskLine.enqueue(TaskLine.parse(text, lines.number())));
  }
}
