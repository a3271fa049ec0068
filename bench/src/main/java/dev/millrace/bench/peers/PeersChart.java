package dev.millrace.bench.peers;

import static dev.millrace.bench.peers.PeersPlan.BATCH;
import static dev.millrace.bench.peers.PeersPlan.MOST_CONNECTIONS;

import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.peers.Outcomes.Query;
import dev.millrace.bench.report.Chart;
import java.util.List;

/** Everybody side by side, each in its own best arrangement. */
record PeersChart(Outcomes outcomes, List<String> contenders) {
  /** The columns of a kind of work. */
  private record Work(String name, Query query) {}

  List<Chart> charts() {
    var single = Query.of(Setting.FSYNC, Job.BALANCED, 1);
    return List.of(
        chart(
            "In balance, synced before the reply",
            new Work("single", single),
            new Work("50 connections", single.over(MOST_CONNECTIONS)),
            new Work("by 50", Query.of(Setting.FSYNC, Job.BALANCED, BATCH))),
        chart(
            "A growing backlog, synced; in balance, defaults",
            new Work("growing", Query.of(Setting.FSYNC, Job.FIFO, 1)),
            new Work("default", Query.of(Setting.DEFAULT, Job.BALANCED, 1)),
            new Work("default, by 50", Query.of(Setting.DEFAULT, Job.BALANCED, BATCH))));
  }

  private Chart chart(String title, Work... all) {
    List<Work> works = List.of(all);
    return new Chart.Columns(
        title,
        "",
        "1,000 tasks/s",
        true,
        works.stream().map(Work::name).toList(),
        contenders.stream()
            .map(
                name ->
                    new Chart.Kind(
                        name, works.stream().map(work -> thousands(name, work.query())).toList()))
            .toList());
  }

  /** With one digit behind the point, so that neighbours have room for it. */
  private double thousands(String contender, Query query) {
    double perSecond = outcomes.best(contender, query).map(Outcome::perSecond).orElse(Double.NaN);
    return Double.isNaN(perSecond) ? perSecond : Math.round(perSecond / 100) / 10.0;
  }
}
