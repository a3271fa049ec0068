package dev.millrace.cli;

import dev.millrace.api.v1.Enqueue;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.JournalException;
import dev.millrace.node.keep.Compaction;
import dev.millrace.node.load.LoadPlan;
import dev.millrace.node.load.LoadResult;
import dev.millrace.node.load.LoadedTask;
import dev.millrace.node.load.OfflineLoad;
import dev.millrace.node.load.RefusedTaskException;
import dev.millrace.node.server.NodeConfig;
import dev.millrace.store.Bytes;
import dev.millrace.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Loads tasks into a data directory, for {@link LoadCommand}. */
final class OfflineLoadCommand {
  /** The largest task, in base64, with all that is around it. */
  private static final int LINE_BYTES_MAX = 24 << 20;

  private static final String QUEUE = "queue";

  private final Invocation invocation;
  private final OfflineOptions options;

  OfflineLoadCommand(Invocation invocation, OfflineOptions options) {
    LibraryLog.silence();
    this.invocation = invocation;
    this.options = options;
  }

  /** Reads the task of a line. */
  interface Reading {
    /** The next one; none at the end. */
    Optional<Enqueue> next(Lines lines) throws IOException;
  }

  /** A task as {@code export} writes it. */
  static Optional<Enqueue> nextTask(Lines lines) throws IOException {
    var line = lines.next();
    while (line.isPresent() && line.get().isEmpty()) {
      line = lines.next();
    }
    return line.map(text -> TaskLine.enqueue(TaskLine.parse(text, lines.number())));
  }

  /** Loads what is in a file. */
  void load(String file, Reading reading) {
    if (options.makesUp()) {
      throw Failure.usage("give a FILE or --tasks, not both");
    }
    try (var source = Source.open(file, invocation.shell());
        var progress = new LoadProgress(invocation.shell(), source.bytes(), System::nanoTime)) {
      var lines = new Lines(source.in(), LINE_BYTES_MAX);
      end(load(lines, reading, progress), progress);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private LoadResult load(Lines lines, Reading reading, LoadProgress progress) throws IOException {
    try {
      return guarded(
          () ->
              OfflineLoad.run(
                  options.directory(),
                  () -> reading.next(lines).map(OfflineLoadCommand::task).orElse(null),
                  terms(tasks -> progress.show(tasks, lines.bytes()))));
    } catch (RefusedTaskException e) {
      throw Failure.usage(
          "line %s: %s; nothing is loaded"
              .formatted(Wording.count(lines.number()), e.getMessage()));
    } catch (Failure e) {
      throw e.withMessage(e.getMessage() + "; nothing is loaded");
    }
  }

  private static LoadedTask task(Enqueue enqueue) {
    var queue = enqueue.getQueue();
    return new LoadedTask(
        queue.getGroup(),
        queue.getName(),
        enqueue.hasPid() ? Bytes.of(enqueue.getPid().toByteArray()) : null,
        Bytes.of(enqueue.getData().toByteArray()),
        enqueue.getTrace(),
        enqueue.hasNotBefore() ? WireTime.time(enqueue.getNotBefore()).toEpochMilli() : 0);
  }

  /** Loads tasks that are made up. */
  void makeUp(Optional<String> queue) {
    if (!options.makesUp()) {
      throw Failure.usage("give a FILE or --tasks");
    }
    var name = invocation.queue(queue.orElse(QUEUE));
    var plan =
        new LoadPlan(
            name.getGroup(), name.getName(), 0, options.queues(), options.tasks(), options.bytes());
    try (var progress =
        new LoadProgress(invocation.shell(), OptionalLong.of(plan.tasks()), System::nanoTime)) {
      var result =
          guarded(
              () ->
                  OfflineLoad.generate(
                      options.directory(), plan, terms(tasks -> progress.show(tasks, tasks))));
      end(result, progress);
    } catch (IOException e) {
      throw failed(e);
    } catch (RefusedTaskException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }

  private void end(LoadResult result, LoadProgress progress) {
    Duration loading = progress.elapsed();
    if (options.compacts()) {
      progress.show("%s loaded, compacting".formatted(Wording.counted(result.created(), "task")));
      compact();
    }
    progress.clear();
    say(result, loading, progress.elapsed().minus(loading));
  }

  private void compact() {
    try {
      Compaction.run(options.directory(), NodeConfig.SLOTS);
    } catch (JournalException | StoreException e) {
      Failure failure = failure(e);
      throw failure.withMessage(
          failure.getMessage() + "; all is loaded, and the server will compact it");
    }
  }

  private static OfflineLoad.Terms terms(LongConsumer progress) {
    return new OfflineLoad.Terms(NodeConfig.SLOTS, Runtime.getRuntime().maxMemory() / 4, progress);
  }

  /** Something that loads. */
  private interface Load {
    LoadResult run() throws IOException;
  }

  private static LoadResult guarded(Load load) throws IOException {
    try {
      return load.run();
    } catch (JournalException | StoreException e) {
      throw failure(e);
    }
  }

  private static Failure failure(RuntimeException e) {
    var message = String.valueOf(e.getMessage());
    return switch (e) {
      case DataDirectoryException directory ->
          new Failure(
              CheckCommand.exitCode(directory.problem()), directory.problem().name(), message);
      case StoreException store ->
          new Failure(
              store.problem() == StoreException.Problem.FULL ? ExitCode.TRY_LATER : ExitCode.FAILED,
              store.problem().name(),
              message);
      default -> new Failure(ExitCode.FAILED, "DISK", message);
    };
  }

  private static Failure failed(IOException e) {
    return new Failure(
        ExitCode.FAILED, "FILE", "can't read or sort: %s; nothing is loaded".formatted(e));
  }

  private void say(LoadResult result, Duration loading, Duration compacting) {
    var seconds = Math.max(1, loading.toMillis()) / 1000.0;
    var tasks = result.created() + result.collapsed();
    var already =
        result.collapsed() == 0
            ? ""
            : ", %s already there".formatted(Wording.count(result.collapsed()));
    invocation
        .output()
        .say(
            "loaded %s into %s in %s, %s/s%s%s"
                .formatted(
                    Wording.counted(result.created(), "task"),
                    Spelling.printable(options.directory().toString()),
                    Wording.duration(loading),
                    Wording.rate(tasks / seconds),
                    already,
                    options.compacts() ? ", compacted in " + Wording.duration(compacting) : ""),
            new JsonObject()
                .put("data", options.directory().toString())
                .put("created", result.created())
                .put("collapsed", result.collapsed())
                .put("bytes", result.bytes())
                .put("seconds", seconds)
                .put("compacted", options.compacts()));
  }
}
