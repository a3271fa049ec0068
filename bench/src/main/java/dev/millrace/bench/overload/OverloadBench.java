package dev.millrace.bench.overload;

import dev.millrace.api.v1.Task;
import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.ChildNode;
import dev.millrace.bench.Client;
import dev.millrace.bench.overload.OverloadBars.Audit;
import dev.millrace.bench.overload.OverloadBars.Timed;
import dev.millrace.bench.overload.SwarmLoop.Crowd;
import dev.millrace.bench.overload.TaskBook.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A node under up to ten times the load that it can bear, in an open loop, with SEDA's question:
 * does it stay as good as it was? Its disk is slowed, so that the capacity is known and the load
 * can be made on the same machine; then once more at its natural capacity.
 */
public final class OverloadBench implements Bench {
  /** Within which the node is to answer. */
  private static final Duration TARGET = Duration.ofSeconds(1);

  private static final double EASY = 0.5;
  private static final double GREED = 100;

  /** Requests in a message at natural capacity: one by one the swarm would be the bottleneck. */
  private static final int BURST = 16;

  /** What a stream may have waiting for the node: a tenth of a second of a greedy client's. */
  private static final int UNREAD_BYTES = 32 << 10;

  /** At natural capacity, where nodes read late: a message that is on its way. */
  private static final int UNREAD_BYTES_NATURAL = 1;

  private static final long SEED = 5;

  private final Size size;

  public OverloadBench(boolean quick) {
    this(quick ? Size.QUICK : Size.FULL);
  }

  OverloadBench(Size size) {
    this.size = size;
  }

  /**
   * How much of it.
   *
   * @param streams clients whose treatment is compared
   * @param impatient clients that give up after the target: so many with single calls, and as many
   *     with a stream
   * @param levels multiples of the capacity, rising
   * @param greedyLevels the same with a greedy client
   * @param naturalLevels the same without a slowed disk
   * @param naturalRounds how often these are run, in turn
   * @param natural time of each of these
   * @param heat load before anything counts
   * @param warmUp before each level
   * @param highest time of the highest level
   * @param after time of the easy load behind the highest level
   */
  record Size(
      int streams,
      int impatient,
      List<Double> levels,
      List<Double> greedyLevels,
      List<Double> naturalLevels,
      int naturalRounds,
      Duration natural,
      Duration heat,
      Duration warmUp,
      Duration measured,
      Duration highest,
      Duration after) {
    static final Size FULL =
        new Size(
            1_024,
            10,
            List.of(1.0, 2.0, 5.0, 10.0),
            List.of(1.0, 2.0, 5.0, 10.0),
            List.of(1.0, 2.0, 5.0),
            3,
            Duration.ofSeconds(8),
            Duration.ofSeconds(15),
            Duration.ofSeconds(3),
            Duration.ofSeconds(12),
            Duration.ofSeconds(45),
            Duration.ofSeconds(12));

    static final Size QUICK =
        new Size(
            256,
            4,
            List.of(1.0, 2.0, 10.0),
            List.of(10.0),
            List.of(5.0),
            1,
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(5));

    Phase phase(double perSecond) {
      return Phase.open(perSecond, warmUp, measured);
    }
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    // Of a large heap a node touches more and more, whatever comes.
    OverloadBars slow = runSlow(setup.small());
    List<Level> natural = runNatural(setup);
    return new OverloadBars(
            TARGET,
            slow.before(),
            slow.levels(),
            slow.after(),
            slow.greedy(),
            natural,
            slow.audit())
        .all();
  }

  private OverloadBars runSlow(Setup setup) throws IOException, InterruptedException {
    Path folder = setup.folder();
    var crowd = new Crowd(size.streams, size.impatient, TARGET, UNREAD_BYTES, SEED);
    setup.say("a node of %.0f requests/s, %d clients", SlowDisk.CAPACITY, size.streams);
    try (var node =
            ChildNode.start(
                SlowNode.command(setup.java(), TARGET),
                folder.resolve("slow"),
                folder.resolve("slow.log"));
        var swarm = new SwarmLoop(node.port(), crowd)) {
      var runner = new Runner(setup, swarm, new Watch(node.handle()), SlowDisk.CAPACITY);
      setup.say("warming up for %d s", size.heat.toSeconds());
      var _ = runner.heat(Phase.open(SlowDisk.CAPACITY, Duration.ZERO, size.heat));
      Level before = runner.run(size.phase(EASY * SlowDisk.CAPACITY));
      List<Level> levels = new ArrayList<>();
      for (double times : size.levels.subList(0, size.levels.size() - 1)) {
        levels.add(runner.run(size.phase(times * SlowDisk.CAPACITY)));
      }
      // The load drops at once, and the clock of the recovery starts.
      List<Level> last =
          runner.run(
              List.of(
                  Phase.open(size.levels.getLast() * SlowDisk.CAPACITY, size.warmUp, size.highest),
                  Phase.open(EASY * SlowDisk.CAPACITY, Duration.ZERO, size.after)));
      levels.add(last.getFirst());
      List<Level> greedy = new ArrayList<>();
      for (double times : size.greedyLevels) {
        greedy.add(runner.run(size.phase(times * SlowDisk.CAPACITY).withGreed(GREED)));
      }
      setup.say("comparing what clients know with what the node has");
      Audit audit = audit(node.client(), swarm);
      if (audit.complaints() > 0) {
        setup.say("first wrong answer: %s", swarm.complaints().first());
      }
      setup.publish(
          OverloadTable.report(
              "overload",
              "Overload",
              List.of(
                  ("Open loop, Poisson arrivals of %,d clients, each with a stream and a queue of"
                       + " its own: enqueues of %d bytes, leases, completions. A slowed disk makes"
                       + " the capacity %,.0f requests a second. Latency counts from when a request"
                       + " was meant to be sent. The row of 0.5x after the highest load begins in"
                       + " the second in which that ends. Greedy: one client asks %.0f times as"
                       + " often as each other; latency and Jain's index are those of the others.")
                      .formatted(size.streams, StreamClient.DATA_BYTES, SlowDisk.CAPACITY, GREED),
                  "`./millrace bench overload`"),
              Stream.of(List.of(before), levels, List.of(last.getLast()), greedy)
                  .flatMap(List::stream)
                  .toList(),
              levels));
      return new OverloadBars(TARGET, before, levels, last.getLast(), greedy, List.of(), audit);
    }
  }

  private Audit audit(Client client, SwarmLoop swarm) {
    Findings findings = Findings.NONE;
    Timed singles = Timed.NONE;
    Timed streamed = Timed.NONE;
    for (int i = 0; i < swarm.clients().size(); i++) {
      SwarmClient one = swarm.clients().get(i);
      List<Task> tasks = new ArrayList<>();
      client.forEachTask(one.queue(), tasks::add);
      Findings found = one.book().compare(tasks);
      findings = findings.plus(found);
      Timed timed = new Timed(one.book().executed(), found.expiredExecuted());
      if (i >= size.streams + size.impatient) {
        streamed = streamed.plus(timed);
      } else if (i >= size.streams) {
        singles = singles.plus(timed);
      }
    }
    return new Audit(findings, swarm.complaints().count(), singles, streamed);
  }

  private List<Level> runNatural(Setup setup) throws IOException, InterruptedException {
    Path folder = setup.folder();
    try (var node =
            ChildNode.start(
                setup.serve(), folder.resolve("natural"), folder.resolve("natural.log"));
        var swarm =
            new SwarmLoop(
                node.port(), new Crowd(size.streams, 0, TARGET, UNREAD_BYTES_NATURAL, SEED))) {
      setup.say("the same node on its own disk, %d requests in a message", BURST);
      var watch = new Watch(node.handle());
      var closed = new Runner(setup, swarm, watch, 0);
      double about = closed.heat(Phase.closed(BURST, Duration.ZERO, size.heat));
      // What is refused goes other ways, which have to be warm too.
      double most = size.naturalLevels.getLast() * about;
      var _ = closed.heat(Phase.open(most, Duration.ZERO, size.heat).withBurst(BURST));
      List<Level> levels = new ArrayList<>();
      for (int i = 0; i < size.naturalRounds; i++) {
        Level loop = closed.run(Phase.closed(BURST, size.warmUp, size.natural));
        double capacity = loop.goodput();
        levels.add(loop);
        var open = new Runner(setup, swarm, watch, capacity);
        for (double times : size.naturalLevels) {
          var phase = Phase.open(times * capacity, size.warmUp, size.natural);
          levels.add(open.run(phase.withBurst(BURST)));
        }
      }
      setup.publish(
          OverloadTable.report(
              "overload-natural",
              "Overload at natural capacity",
              List.of(
                  ("The same without a slowed disk, %d requests in a message. The capacity is what"
                       + " a closed loop of the same clients got right before, 256 of them asking"
                       + " at once. Swarm and node share the machine. Unsent is what a client was"
                       + " meant to send while the node didn't read its stream; it is never sent."
                       + " Latency counts from when a request was meant to be sent.")
                      .formatted(BURST),
                  "`./millrace bench overload`"),
              levels,
              levels));
      return levels;
    }
  }

  /** Runs phases on one node and tells how they went. */
  private record Runner(Setup setup, SwarmLoop swarm, Watch watch, double capacity) {
    /** Load that doesn't count; returns about how many requests a second were done. */
    double heat(Phase phase) throws InterruptedException {
      Tally tally = watch.await(swarm.run(List.of(phase))).getFirst();
      return new Level(0, tally, List.of()).goodput();
    }

    Level run(Phase phase) throws InterruptedException {
      return run(List.of(phase)).getFirst();
    }

    List<Level> run(List<Phase> phases) throws InterruptedException {
      List<Level> levels = new ArrayList<>();
      for (Tally tally : watch.await(swarm.run(phases))) {
        double times = tally.phase().isClosed() ? 0 : tally.phase().perSecond() / capacity;
        var level = new Level(times, tally, watch.of(tally));
        levels.add(level);
        setup.say("%s", level.summary());
      }
      return levels;
    }
  }
}
