package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Enqueue;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Enqueues the lines of a file. */
@Command(
    name = "load",
    description = {
      "Enqueues a task for each line of a file; the line is its data.",
      "A load that is repeated with --pid line or --pid column enqueues only what is missing.",
      "",
      "With --offline it goes straight into the data directory of a server that doesn't run, many",
      "times as fast, and all at once: a load that ends early has changed nothing. Without",
      "--queue the lines are tasks as `export` writes them; without a file, --tasks are made up."
    },
    footer = {
      "Example: millrace load urls.txt --queue crawl --pid line",
      "         zcat orders.tsv.gz | millrace load - --queue orders --pid column",
      "         millrace load tasks.jsonl --offline /var/lib/millrace",
      "         millrace load --offline data --tasks 10000000 --queues 1000 --bytes 100"
    })
final class LoadCommand implements Callable<Integer> {
  /** No server takes larger data. */
  private static final int LINE_BYTES_MAX = 16 << 20;

  /** Enough to keep the server's disk busy while replies travel. */
  private static final int BATCHES_MAX = 4;

  private final Invocation invocation;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file; - for the standard input.")
  private @Nullable String file;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "The queue.")
  private @Nullable String queue;

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

  @Mixin private final OfflineOptions offline = new OfflineOptions();
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
    if (offline.isGiven()) {
      loadOffline();
      return ExitCode.OK.number();
    }
    offline.checkNothingElse();
    if (file == null || queue == null) {
      throw Failure.usage("give a FILE and --queue, or --offline");
    }
    load(file, queue);
    return ExitCode.OK.number();
  }

  private void loadOffline() {
    var load = new OfflineLoadCommand(invocation, offline);
    if (file == null) {
      load.makeUp(queue == null ? Optional.empty() : Optional.of(queue));
    } else if (queue == null) {
      load.load(file, lines -> OfflineLoadCommand.nextTask(lines));
    } else {
      var into = queue;
      load.load(file, lines -> next(lines, into));
    }
  }

  private void load(String from, String into) throws InterruptedException {
    // Lines that get their PID on arrival must arrive in order.
    var batchesMax = pidRule == PidRule.fifo ? 1 : BATCHES_MAX;
    var settings = new LoadLoop.Settings(batchesMax, durability.value(), retry.patience());
    try (var source = Source.open(from, invocation.shell());
        var progress = new LoadProgress(invocation.shell(), source.bytes(), System::nanoTime);
        var connection = invocation.connect();
        var loop = new LoadLoop(connection, settings, progress)) {
      var lines = new Lines(source.in(), LINE_BYTES_MAX);
      var count = loop.load(lines, () -> next(lines, into));
      progress.clear();
      say(into, count, progress.elapsed());
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "FILE", "can't read %s: %s".formatted(from, e.getMessage()));
    }
  }

  private Optional<Enqueue> next(Lines lines, String into) throws IOException {
    var line = lines.next();
    while (skipEmpty && line.isPresent() && line.get().isEmpty()) {
      line = lines.next();
    }
    return line.map(data -> enqueue(data, lines.number(), into));
  }

  private Enqueue enqueue(ByteString line, long number, String into) {
    var enqueue = Enqueue.newBuilder().setQueue(invocation.queue(into));
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

  private void say(String into, LoadCount count, Duration elapsed) {
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
                    Spelling.printable(into),
                    Wording.duration(elapsed),
                    Wording.rate(count.tasks() / seconds),
                    already),
            new JsonObject()
                .put("queue", into)
                .put("lines", count.tasks())
                .put("created", count.created())
                .put("collapsed", count.collapsed())
                .put("seconds", seconds));
  }
}
