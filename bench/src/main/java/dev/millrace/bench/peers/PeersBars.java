package dev.millrace.bench.peers;

import static dev.millrace.bench.peers.PeersPlan.BATCH;
import static dev.millrace.bench.peers.PeersPlan.MOST_CONNECTIONS;

import dev.millrace.bench.Bar;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.peers.Outcomes.Query;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Millrace against the best peer, all as ratios. The best peer is the fastest at the same work,
 * also where CPU time is compared.
 *
 * @param peers names of those that took part
 * @param bareMicros a bare sync and a bare echo, one caller
 */
record PeersBars(Outcomes outcomes, List<String> peers, double bareMicros) {
  private static final String OURS = "millrace";

  List<Bar> bars() {
    var single = Query.of(Setting.FSYNC, Job.BALANCED, 1);
    var batch = Query.of(Setting.FSYNC, Job.BALANCED, BATCH);
    return List.of(
        faster("peers-steady", single, 2),
        faster("peers-steady-50-connections", single.over(MOST_CONNECTIONS), 1.5),
        faster("peers-steady-batches", batch, 2),
        faster("peers-growing", Query.of(Setting.FSYNC, Job.FIFO, 1), 1.2),
        bare(),
        faster("peers-default", Query.of(Setting.DEFAULT, Job.BALANCED, 1), 2),
        faster("peers-default-batches", Query.of(Setting.DEFAULT, Job.BALANCED, BATCH), 1.5),
        new Bar("peers-one-caller-p50", oneCaller(), 1.3, "x"),
        cheaper("peers-cpu", single, 1.5),
        cheaper("peers-cpu-batches", batch, 1));
  }

  private Bar faster(String name, Query query, double limit) {
    return Bar.atLeast(name, ratio(query, Outcome::perSecond), limit, "x");
  }

  private Bar cheaper(String name, Query query, double limit) {
    return new Bar(name, ratio(query, Outcome::serverSecondsPer1000), limit, "x");
  }

  private double ratio(Query query, ToDoubleFunction<Outcome> figure) {
    return divide(outcomes.best(OURS, query), outcomes.best(peers, query), figure);
  }

  /** Of short cells both: the bare stream has no long one. */
  private Bar bare() {
    var query = Query.of(Setting.FSYNC, Job.FIFO, 1);
    var bare = outcomes.best(BarePeer.STREAM.name(), query);
    var ours =
        bare.flatMap(
            stream ->
                outcomes.best(
                    OURS,
                    new Query(
                        query.setting(),
                        query.job(),
                        query.batch(),
                        outcome ->
                            outcome.cell().callers() > 1
                                && outcome.cell().measured().equals(stream.cell().measured()))));
    return Bar.atLeast("peers-of-bare-stream", divide(ours, bare, Outcome::perSecond), 0.6, "x");
  }

  private double oneCaller() {
    return outcomes
        .best(OURS, Query.alone(Setting.FSYNC, Job.FIFO))
        .map(outcome -> outcome.latency().p50() / bareMicros)
        .orElse(Double.NaN);
  }

  private static double divide(
      Optional<Outcome> ours, Optional<Outcome> other, ToDoubleFunction<Outcome> figure) {
    return ours.isEmpty() || other.isEmpty()
        ? Double.NaN
        : figure.applyAsDouble(ours.get()) / figure.applyAsDouble(other.get());
  }
}
