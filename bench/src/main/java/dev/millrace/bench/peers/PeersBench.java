package dev.millrace.bench.peers;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.Folders;
import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Load;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.OutcomeTable;
import dev.millrace.bench.peers.Outcomes.Query;
import dev.millrace.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Millrace beside every other server of queues that is installed, and beside the bare parts that it
 * is built of: the same work in one run, one server at a time.
 *
 * <p>First every server is tried over a few numbers of connections; then Millrace and the strongest
 * peers are measured for long, each in its own best arrangement.
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
    List<Entrant> all = new ArrayList<>(List.of(Entrant.millrace(setup.serve())));
    all.addAll(peers);
    for (Entrant entrant : all) {
      tryOut(setup, entrant, Setting.FSYNC);
    }
    for (Entrant entrant : all) {
      tryOut(setup, entrant, Setting.DEFAULT);
    }
    double bareMicros = measureBare(setup);
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

  private void tryOut(Setup setup, Entrant entrant, Setting setting)
      throws IOException, InterruptedException {
    if (!entrant.has().test(setting)) {
      return;
    }
    List<Cell> cells = new ArrayList<>();
    cells.addAll(plan.steady());
    if (setting == Setting.FSYNC) {
      cells.addAll(plan.table());
      cells.addAll(plan.growing());
    }
    run(setup, entrant.contender().apply(setting), Job.BALANCED, cells);
  }

  /** The sum of a bare sync and a bare echo, for one caller, in µs. */
  private double measureBare(Setup setup) throws IOException, InterruptedException {
    run(setup, bare(BarePeer.STREAM), Job.FIFO, plan.growing());
    run(setup, bare(BarePeer.ECHO), Job.FIFO, List.of(plan.alone(Job.FIFO)));
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

  private static Contender bare(BarePeer peer) {
    return new PeerContender(peer, peer.find().orElseThrow(), Setting.FSYNC);
  }

  /** Millrace, and those that were strongest at single tasks or at batches. */
  private List<Entrant> finalists(List<Entrant> all) {
    var names = all.stream().skip(1).map(Entrant::name).toList();
    var strongest = new LinkedHashSet<String>();
    strongest.add(all.getFirst().name());
    for (int batch : List.of(1, PeersPlan.BATCH)) {
      outcomes.ranking(names, Query.of(Setting.FSYNC, Job.BALANCED, batch)).stream()
          .limit(plan.finalists())
          .map(Outcome::contender)
          .forEach(strongest::add);
    }
    return all.stream().filter(entrant -> strongest.contains(entrant.name())).toList();
  }

  private void measureLong(Setup setup, List<Entrant> finalists)
      throws IOException, InterruptedException {
    for (Entrant entrant : finalists) {
      var cells = new LinkedHashSet<Cell>();
      best(entrant, Job.BALANCED, 1).ifPresent(cells::add);
      cells.add(plan.lasting(Job.BALANCED, 1, PeersPlan.MOST_CONNECTIONS));
      best(entrant, Job.BALANCED, PeersPlan.BATCH).ifPresent(cells::add);
      run(setup, entrant.contender().apply(Setting.FSYNC), Job.BALANCED, List.copyOf(cells));
      // On a fresh server: what the other cells left behind isn't its backlog.
      Optional<Cell> growing = best(entrant, Job.FIFO, 1);
      if (growing.isPresent()) {
        run(setup, entrant.contender().apply(Setting.FSYNC), Job.BALANCED, List.of(growing.get()));
      }
    }
  }

  private Optional<Cell> best(Entrant entrant, Job job, int batch) {
    return outcomes
        .best(entrant.name(), Query.of(Setting.FSYNC, job, batch))
        .map(outcome -> plan.lasting(job, batch, outcome.cell().connections()));
  }

  /** Starts a server, runs cells on it, stops it and removes all that it wrote. */
  private void run(Setup setup, Contender contender, Job first, List<Cell> cells)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(setup.folder(), contender.name() + "-");
    try (contender) {
      contender.start(folder);
      String description = contender.name() + ": " + contender.description();
      if (!about.contains(description)) {
        say(setup, description);
      }
      var load = new Load(contender);
      double rate = load.run(plan.first(first)).perSecond();
      for (Cell cell : cells) {
        Outcome outcome = load.run(PeersPlan.stocked(cell, rate));
        rate = outcome.perSecond();
        outcomes.add(outcome);
        show(setup, outcome);
      }
    }
    Folders.delete(folder);
  }

  private static void show(Setup setup, Outcome outcome) {
    Cell cell = outcome.cell();
    setup.say(
        "%-11s  %-7s  %-14s  by %-2d  %3d callers over %-2d  %,9.0f/s  p50 %,9.0f µs  %s",
        outcome.contender(),
        outcome.setting(),
        cell.job().name(),
        cell.batch(),
        cell.callers(),
        cell.connections(),
        outcome.perSecond(),
        outcome.latency().p50(),
        outcome.note());
  }

  private void say(Setup setup, String line) {
    about.add(line);
    setup.say("%s", line);
  }

  private void publish(Setup setup, List<Entrant> all) throws IOException {
    List<String> names = new ArrayList<>(all.stream().map(Entrant::name).toList());
    names.add(BarePeer.STREAM.name());
    names.add(BarePeer.ECHO.name());
    setup.publish(
        new Report(
            "peers",
            "Millrace and other servers of queues",
            about,
            new PeersTable(outcomes, names).table(),
            List.of()));
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
