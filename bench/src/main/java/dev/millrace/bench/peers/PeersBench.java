package dev.millrace.bench.peers;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.OutcomeTable;
import dev.millrace.bench.peers.Outcomes.Query;
import dev.millrace.bench.peers.PeersPlan.Phase;
import dev.millrace.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Millrace beside every other server of queues that is installed, and beside the bare parts that it
 * is built of: the same work in one run, on one server at a time.
 *
 * <p>First every server is tried over a few numbers of connections; then Millrace and the strongest
 * peers are measured for long, each in its own best arrangement, in turns.
 */
public final class PeersBench implements Bench {
  /** Every kind of peer, the strongest first. */
  static final List<Peer> KNOWN =
      List.of(
          new RedisPeer(),
          new BeanstalkdPeer(),
          new NatsPeer(),
          new RabbitmqPeer(),
          new PostgresqlPeer());

  private final PeersPlan plan;
  private final List<Peer> known;
  private final Outcomes outcomes = new Outcomes();
  private final List<String> about = new ArrayList<>();

  public PeersBench(boolean quick) {
    this(quick ? PeersPlan.quick() : PeersPlan.full(), KNOWN);
  }

  PeersBench(PeersPlan plan, List<Peer> known) {
    this.plan = plan;
    this.known = List.copyOf(known);
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    List<Entrant> peers = peers(setup);
    var millrace = Entrant.millrace(setup.serve());
    tryOut(setup, millrace);
    // Next to each other: a machine that others share isn't as fast in an hour as it is now.
    double bareMicros = measureBare(setup);
    for (Entrant peer : peers) {
      tryOut(setup, peer);
    }
    List<Entrant> all = new ArrayList<>(List.of(millrace));
    all.addAll(peers);
    if (plan.hasLong()) {
      measureLong(setup, finalists(all));
    }
    publish(setup, all);
    List<String> names = peers.stream().map(Entrant::name).toList();
    return new PeersBars(outcomes, names, bareMicros).bars();
  }

  /** Those that are installed; says which are not. */
  private List<Entrant> peers(Setup setup) throws IOException {
    List<Entrant> peers = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Peer peer : known) {
      Optional<Program> program = peer.find();
      if (program.isEmpty()) {
        missing.add(peer.debianPackage());
      } else if (peers.size() < plan.peersMax()) {
        peers.add(Entrant.of(peer, program.get()));
        if (!peer.has(Setting.FSYNC, program.get().version())) {
          setup.say(
              "%s %s can't sync before it acknowledges: default only",
              peer.name(), program.get().version().text());
        }
      }
    }
    if (!missing.isEmpty()) {
      setup.say(
          "not installed, and left out: %s (Debian: apt-get install %s)",
          String.join(", ", missing), String.join(" ", missing));
    }
    if (peers.isEmpty()) {
      setup.say("no peer is installed: nothing to compare with");
    }
    return peers;
  }

  /** Phase by phase, in every setting that it has. */
  private void tryOut(Setup setup, Entrant entrant) throws IOException, InterruptedException {
    List<Phase> phases =
        plan.phases().stream().filter(phase -> entrant.has().test(phase.setting())).toList();
    if (phases.isEmpty()) {
      return;
    }
    RunningServer server = start(setup, entrant, phases.getFirst().setting());
    try {
      for (Phase phase : phases) {
        server = as(setup, entrant, phase.setting(), server);
        measure(setup, server, phase.cells());
      }
    } finally {
      server.close();
    }
  }

  /** The server that runs, if it can be as safe as that; else another one. */
  private RunningServer as(Setup setup, Entrant entrant, Setting setting, RunningServer running)
      throws IOException, InterruptedException {
    if (running.setting() == setting) {
      return running;
    }
    Optional<RunningServer> same = running.as(setting);
    if (same.isPresent()) {
      return same.get();
    }
    running.close();
    return start(setup, entrant, setting);
  }

  /** The sum of a bare sync and a bare echo, for one caller, in µs. */
  private double measureBare(Setup setup) throws IOException, InterruptedException {
    var bare =
        new PeerContender(BarePeer.STREAM, BarePeer.STREAM.find().orElseThrow(), Setting.FSYNC);
    try (var stream = start(setup, bare, plan.firstOfBare())) {
      measure(setup, stream, plan.growingCells());
      var echo = stream.as(bare.spokenToAs(BarePeer.ECHO));
      warmUp(echo, plan.firstOfEcho());
      measure(setup, echo, List.of(plan.alone()));
    }
    Path file = setup.folder().resolve("sync");
    double sync = BareSync.p50Micros(file, Cell.DATA_BYTES, plan.measured());
    Files.delete(file);
    double echo =
        outcomes
            .best(BarePeer.ECHO.name(), Query.alone(Setting.FSYNC, Job.FIFO))
            .map(outcome -> outcome.latency().p50())
            .orElse(Double.NaN);
    say(setup, "one caller, p50: bare sync %.0f µs, bare echo %.0f µs".formatted(sync, echo));
    return sync + echo;
  }

  /** Millrace, and those that were among the strongest at single tasks or at batches. */
  private List<Entrant> finalists(List<Entrant> all) {
    var names = all.stream().skip(1).map(Entrant::name).toList();
    var strongest = new LinkedHashSet<String>();
    strongest.add(all.getFirst().name());
    for (int batch : List.of(1, PeersPlan.BATCH)) {
      List<Outcome> ranking = outcomes.ranking(names, Query.of(Setting.FSYNC, Job.BALANCED, batch));
      ranking.stream()
          .filter(one -> one.perSecond() >= plan.finalShare() * ranking.getFirst().perSecond())
          .map(Outcome::contender)
          .forEach(strongest::add);
    }
    return all.stream().filter(entrant -> strongest.contains(entrant.name())).toList();
  }

  /** One kind of work after the other, each by all of them. */
  private void measureLong(Setup setup, List<Entrant> finalists)
      throws IOException, InterruptedException {
    List<RunningServer> servers = new ArrayList<>();
    try {
      for (Entrant entrant : finalists) {
        servers.add(start(setup, entrant, Setting.FSYNC));
      }
      measureInTurn(setup, servers, name -> best(name, Job.BALANCED, 1));
      measureInTurn(
          setup,
          servers,
          _ -> Optional.of(plan.lasting(Job.BALANCED, 1, PeersPlan.MOST_CONNECTIONS)));
      measureInTurn(setup, servers, name -> best(name, Job.BALANCED, PeersPlan.BATCH));
    } finally {
      for (RunningServer server : servers) {
        server.close();
      }
    }
    // On fresh servers: what the other cells left behind isn't their backlog.
    for (Entrant entrant : finalists) {
      Optional<Cell> growing = best(entrant.name(), Job.FIFO, 1);
      if (growing.isPresent()) {
        run(setup, entrant, List.of(growing.get()));
      }
    }
  }

  private void measureInTurn(
      Setup setup, List<RunningServer> servers, Function<String, Optional<Cell>> cellOf)
      throws IOException, InterruptedException {
    var cells = new LinkedHashMap<RunningServer, Cell>();
    for (RunningServer server : servers) {
      cellOf
          .apply(server.name())
          .filter(cell -> !outcomes.has(server.name(), cell))
          .ifPresent(cell -> cells.put(server, cell));
    }
    var sums = new LinkedHashMap<RunningServer, Outcome>();
    for (int turn = 0; turn < plan.turns(); turn++) {
      for (var entry : cells.entrySet()) {
        RunningServer server = entry.getKey();
        Outcome outcome = server.run(plan.turn(entry.getValue(), turn));
        show(setup, outcome, "turn %d of %d".formatted(turn + 1, plan.turns()));
        sums.merge(server, outcome, Outcome::plus);
      }
    }
    for (Outcome sum : sums.values()) {
      outcomes.add(sum);
      show(setup, sum, "all turns");
    }
  }

  private Optional<Cell> best(String name, Job job, int batch) {
    return outcomes
        .best(name, Query.of(Setting.FSYNC, job, batch))
        .map(outcome -> plan.lasting(job, batch, outcome.cell().connections()));
  }

  /** Starts a server that syncs, runs cells on it, stops it and removes all that it wrote. */
  private void run(Setup setup, Entrant entrant, List<Cell> cells)
      throws IOException, InterruptedException {
    try (var server = start(setup, entrant, Setting.FSYNC)) {
      measure(setup, server, cells);
    }
  }

  private RunningServer start(Setup setup, Entrant entrant, Setting setting)
      throws IOException, InterruptedException {
    return start(setup, entrant.contender().apply(setting), plan.first(entrant.isJava()));
  }

  /** Starts a server and warms it up. */
  private static RunningServer start(Setup setup, Contender contender, List<Cell> first)
      throws IOException, InterruptedException {
    var server = RunningServer.start(contender, setup.folder());
    try {
      warmUp(server, first);
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static void warmUp(RunningServer server, List<Cell> cells)
      throws IOException, InterruptedException {
    for (Cell cell : cells) {
      var _ = server.run(cell);
    }
  }

  private void measure(Setup setup, RunningServer server, List<Cell> cells)
      throws IOException, InterruptedException {
    if (!about.contains(server.description())) {
      say(setup, server.description());
    }
    for (Cell cell : cells) {
      measure(setup, server, cell);
    }
  }

  private void measure(Setup setup, RunningServer server, Cell cell)
      throws IOException, InterruptedException {
    Outcome outcome = server.run(cell);
    outcomes.add(outcome);
    show(setup, outcome, "");
  }

  private static void show(Setup setup, Outcome outcome, String part) {
    Cell cell = outcome.cell();
    setup.say(
        "%-11s  %-7s  %-14s  by %-2d  %3d callers over %-2d  %,9.0f/s  p50 %,9.0f µs  %s %s",
        outcome.contender(),
        outcome.setting(),
        cell.job().name(),
        cell.batch(),
        cell.callers(),
        cell.connections(),
        outcome.perSecond(),
        outcome.latency().p50(),
        part,
        outcome.note());
  }

  private void say(Setup setup, String line) {
    about.add(line);
    setup.say("%s", line);
  }

  private void publish(Setup setup, List<Entrant> all) throws IOException {
    List<String> entrants = all.stream().map(Entrant::name).toList();
    List<String> names = new ArrayList<>(entrants);
    names.add(BarePeer.STREAM.name());
    names.add(BarePeer.ECHO.name());
    setup.publish(
        new Report(
            "peers",
            "Millrace and other servers of queues",
            about,
            new PeersTable(outcomes, names).table(),
            new PeersChart(outcomes, entrants).charts()));
    if (plan.hasLong()) {
      setup.publish(
          new Report(
              "peers-cells",
              "Millrace and other servers of queues: every cell",
              List.of(),
              OutcomeTable.of(outcomes.all()),
              List.of()));
    }
  }
}
