package dev.millrace.cli;

import dev.millrace.simulation.Campaign;
import dev.millrace.simulation.CampaignConfig;
import dev.millrace.simulation.SeededBug;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the simulator. */
@Command(
    name = "simulate",
    description = {
      "Runs seeds of the simulator: random work on the real engine and journal, with crashes,",
      "broken disks and jumping clocks, every answer checked against a model.",
      "Exits with 1 if a seed fails; with --bug, if none does."
    },
    footer = {
      "Example: millrace simulate --seeds 10000",
      "         millrace simulate --seed 8841 --ops 120",
      "         millrace simulate --seeds 1000 --bug ACK_BEFORE_SYNC"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int QUICK_OPERATIONS_MAX = 300;

  private final Invocation invocation;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1000",
      converter = NumberConverter.Positive.class,
      description = "How many seeds. Default: ${DEFAULT-VALUE}.")
  private int seeds = 1_000;

  @Option(
      names = "--from",
      paramLabel = "S",
      defaultValue = "1",
      description = "The first of them. Default: ${DEFAULT-VALUE}.")
  private long from = 1;

  @Option(names = "--seed", paramLabel = "S", description = "This one alone, with every step told.")
  private @Nullable Long seed;

  @Option(
      names = "--ops",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "With --seed: exactly so many operations. Else: at most so many a seed.")
  private @Nullable Integer operations;

  @Option(names = "--quick", description = "Short seeds: at most 300 operations each.")
  private boolean quick;

  @Option(
      names = "--bug",
      paramLabel = "NAME",
      description = "Puts in a mistake, which must be found: ${COMPLETION-CANDIDATES}.")
  private @Nullable SeededBug bug;

  SimulateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (quick && (operations != null || seed != null)) {
      throw Failure.usage("--quick goes with neither --ops nor --seed");
    }
    LibraryLog.silence();
    var out = invocation.shell().out();
    if (seed != null) {
      var exactly = operations == null ? OptionalInt.empty() : OptionalInt.of(operations);
      var passed = Campaign.tell(seed, exactly, Optional.ofNullable(bug), out::println);
      return (passed ? ExitCode.OK : ExitCode.FAILED).number();
    }
    var met = new Campaign(config(), out::println).run().isMet();
    return (met ? ExitCode.OK : ExitCode.FAILED).number();
  }

  private CampaignConfig config() {
    var standard = CampaignConfig.of(from, seeds);
    var sized =
        new CampaignConfig(
            from,
            seeds,
            operationsMax(),
            Optional.empty(),
            standard.threads(),
            standard.keptSeeds());
    return bug == null ? sized : sized.with(bug);
  }

  private int operationsMax() {
    if (operations != null) {
      return operations;
    }
    return quick ? QUICK_OPERATIONS_MAX : CampaignConfig.OPERATIONS_MAX;
  }
}
