package dev.millrace.cli;

import dev.millrace.bench.BacklogBench;
import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.CacheBench;
import dev.millrace.bench.ContentionBench;
import dev.millrace.bench.Folders;
import dev.millrace.bench.QueuesBench;
import dev.millrace.bench.SingleBench;
import dev.millrace.bench.TombstonesBench;
import dev.millrace.bench.Training;
import dev.millrace.bench.engine.EngineBench;
import dev.millrace.bench.overload.OverloadBench;
import dev.millrace.bench.peers.PeersBench;
import dev.millrace.bench.scale.ScaleBench;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a node of its own. */
@Command(
    name = "bench",
    description = {
      "Starts a node in a folder of its own, measures it, and says for each bar",
      "`bar NAME MEASURED LIMIT met|short`. Exits with 1 if a bar is short.",
      "",
      "cache       reads of the store against the size of the cache: 500 queues, leases of 50",
      "tombstones  latency of leases after millions of tasks went through one queue",
      "queues      memory, listing and pattern leases of 100,000 queues",
      "backlog     10 million tasks over 100,000 queues in 1 GiB, killed and started again",
      "single      throughput of single-task calls and of batches, as TaskMaster's paper measures",
      "contention  latency of enqueues against the share of them that collide",
      "engine      the engine alone, without server and disk",
      "overload    a node under ten times the load that it can bear: latency, fairness, goodput",
      "peers       the same work on other servers of queues, as far as they are installed",
      "scale       a node that grows to --tasks: latency, space, memory, restarts at each size",
      "training    no measurement: what a server's Java learns from, for the launcher"
    },
    footer = {
      "Example: millrace bench queues --quick",
      "         millrace bench backlog --folder /mnt/disk",
      "         millrace bench scale --tasks 100000000 --queues 100000 --folder /mnt/disk"
    })
final class BenchCommand implements Callable<Integer> {
  private static final Path RESULTS = Path.of("bench", "results");

  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "NAME", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Name name = Name.cache;

  @Option(names = "--quick", description = "Less to do: under a minute.")
  private boolean quick;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where to make the folder for the data. Default: that of temporary files.")
  private @Nullable Path parent;

  /** Given by the launcher, so that nodes run as those that it starts. */
  @Option(names = "--serve-option", hidden = true)
  private List<String> serveOptions = List.of();

  @Option(
      names = "--node-option",
      paramLabel = "OPTION",
      description =
          "A further option for the Java of nodes in processes of their own, after those of"
              + " `serve`; may be repeated.")
  private List<String> nodeOptions = List.of();

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = {
        "Where to write results as CSV, Markdown and SVG.",
        "Default: bench/results if that is there and it isn't quick, else nowhere."
      })
  private @Nullable Path results;

  @Mixin private final ScaleOptions scale = new ScaleOptions();

  BenchCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** The measurements, spelled as they are typed. */
  enum Name {
    cache,
    tombstones,
    queues,
    backlog,
    single,
    contention,
    engine,
    overload,
    peers,
    scale,
    training
  }

  @Override
  public Integer call() {
    LibraryLog.silence();
    var out = invocation.shell().out();
    try (var _ = Interruption.ofThisThread()) {
      var folder = makeFolder();
      boolean keeps = name == Name.scale && parent != null;
      try {
        var setup = new Bench.Setup(folder, quick, java(), serve(), results(), out::println);
        var bars = bench().run(setup);
        bars.forEach(out::println);
        keeps = false;
        return (bars.stream().allMatch(Bar::isMet) ? ExitCode.OK : ExitCode.FAILED).number();
      } finally {
        if (keeps) {
          invocation.note("kept %s; --resume goes on there".formatted(folder));
        } else {
          Folders.delete(folder);
        }
      }
    } catch (IOException e) {
      throw new Failure(ExitCode.FAILED, "BENCH", String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      throw new Failure(ExitCode.FAILED, "BENCH", "interrupted");
    }
  }

  private Path makeFolder() throws IOException {
    if (name == Name.scale && parent != null) {
      return scale.folder(parent);
    }
    return parent == null
        ? Files.createTempDirectory("millrace-bench-")
        : Files.createTempDirectory(Files.createDirectories(parent), "millrace-bench-");
  }

  /** Figures of quick runs don't take the place of those that are worth keeping. */
  private Optional<Path> results() {
    return results != null
        ? Optional.of(results)
        : Optional.of(RESULTS).filter(folder -> !quick && Files.isDirectory(folder));
  }

  private Bench bench() {
    return switch (name) {
      case cache -> new CacheBench(quick);
      case tombstones -> new TombstonesBench(quick);
      case queues -> new QueuesBench(quick);
      case backlog -> new BacklogBench(quick);
      case single -> new SingleBench(quick);
      case contention -> new ContentionBench(quick);
      case engine -> new EngineBench(quick);
      case overload -> new OverloadBench(quick);
      case peers -> new PeersBench(quick);
      case scale -> new ScaleBench(scale.plan(quick));
      case training -> new Training();
    };
  }

  /** This program again, as a server. */
  private List<String> serve() {
    var command = new ArrayList<>(java());
    command.add(Main.class.getName());
    command.add("serve");
    return command;
  }

  /** Java with the classes of this program and the options of a server. */
  private List<String> java() {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(serveOptions);
    command.addAll(nodeOptions);
    command.add("-cp");
    command.add(ManagementFactory.getRuntimeMXBean().getClassPath());
    return command;
  }
}
