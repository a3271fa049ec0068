package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Enqueue;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Enqueues the lines of a file. */
@Command(
    name = "load",
    description = {
      "Enqueues a task for each line of a file; the line is its data.",
      "A load that is repeated with --pid line or --pid column enqueues only what is missing."
    },
    footer = {
      "Example: millrace load urls.txt --queue crawl --pid line",
      "         zcat orders.tsv.gz | millrace load - --queue orders --pid column"
    })
final class LoadCommand implements Callable<Integer> {
  /** No server takes larger data. */
  private static final int LINE_BYTES_MAX = 16 << 20;

  /** Enough to keep the server's disk busy while replies travel. */
  private static final int BATCHES_MAX = 4;

  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file; - for the standard input.")
  private String file = "";

  @Option(names = "--queue", required = true, paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(
      names = "--pid",
      paramLabel = "RULE",
      defaultValue = "fifo",
      description =
          "The PID of a task: fifo, in the order of the lines; line, the line itself, so that"
              + " equal lines are one task; column, what stands before the first TAB, the rest"
              + " being the data. Default: ${DEFAULT-VALUE}.")
  private PidRule pidRule = PidRule.fifo;

  @Option(names = "--skip-empty", description = "Leaves out empty lines.")
  private boolean skipEmpty;

  @Mixin private final RetryOption retry = new RetryOption();
  @Mixin private final DurabilityOption durability = new DurabilityOption();

  LoadCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** The values of --pid, spelled as they are typed. */
  enum PidRule {
    fifo,
    line,
    column
  }

  @Override
  public Integer call() throws InterruptedException {
    // Lines that get their PID on arrival must arrive in order.
    var batchesMax = pidRule == PidRule.fifo ? 1 : BATCHES_MAX;
    var settings = new LoadLoop.Settings(batchesMax, durability.value(), retry.patience());
    try (var source = Source.open(file, invocation.shell());
        var progress = new LoadProgress(invocation.shell(), source.bytes(), System::nanoTime);
        var connection = invocation.connect();
        var loop = new LoadLoop(connection, settings, progress)) {
      var lines = new Lines(source.in(), LINE_BYTES_MAX);
      var count = loop.load(lines, () -> next(lines));
      progress.clear();
      say(count, progress.elapsed());
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "FILE", "can't read %s: %s".formatted(file, e.getMessage()));
    }
    return ExitCode.OK.number();
  }

  private Optional<Enqueue> next(Lines lines) throws IOException {
    var line = lines.next();
    while (skipEmpty && line.isPresent() && line.get().isEmpty()) {
      line = lines.next();
    }
    return line.map(data -> enqueue(data, lines.number()));
  }

  private Enqueue enqueue(ByteString line, long number) {
    var enqueue = Enqueue.newBuilder().setQueue(invocation.queue(queue));
    return switch (pidRule) {
      case fifo -> enqueue.setData(line).build();
      case line -> enqueue.setPid(line).setData(line).build();
      case column -> {
        var tab = indexOfTab(line, number);
        yield enqueue.setPid(line.substring(0, tab)).setData(line.substring(tab + 1)).build();
      }
    };
  }

  private static int indexOfTab(ByteString line, long number) {
    for (var i = 0; i < line.size(); i++) {
      if (line.byteAt(i) == '\t') {
        return i;
      }
    }
    throw Failure.usage("line %s has no TAB behind a PID".formatted(Wording.count(number)));
  }

  private void say(LoadCount count, Duration elapsed) {
    var seconds = Math.max(1, elapsed.toMillis()) / 1000.0;
    var already =
        count.collapsed() == 0
            ? ""
            : ", %s already there".formatted(Wording.count(count.collapsed()));
    invocation
        .output()
        .say(
            "loaded %s into %s in %s, %s/s%s"
                .formatted(
                    Wording.counted(count.tasks(), "line"),
                    Spelling.printable(queue),
                    Wording.duration(elapsed),
                    Wording.rate(count.tasks() / seconds),
                    already),
            new JsonObject()
                .put("queue", queue)
                .put("lines", count.tasks())
                .put("created", count.created())
                .put("collapsed", count.collapsed())
                .put("seconds", seconds));
  }
}
