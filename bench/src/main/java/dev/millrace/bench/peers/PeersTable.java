package dev.millrace.bench.peers;

import static dev.millrace.bench.peers.PeersPlan.BATCH;
import static dev.millrace.bench.peers.PeersPlan.MOST_CONNECTIONS;

import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.peers.Outcomes.Query;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Everybody side by side: tasks a second, unless it says otherwise. */
record PeersTable(Outcomes outcomes, List<String> contenders) {
  Table table() {
    var table =
        new Table(
            List.of(
                Column.words("server"),
                Column.words("setting"),
                new Column("enqueue", 0),
                new Column("lease+ack", 0),
                new Column("enqueue by 50", 0),
                new Column("lease+ack by 50", 0),
                new Column("one caller p50 µs", 0),
                new Column("steady", 0),
                new Column("over", 0),
                new Column("steady, 50 conn.", 0),
                new Column("steady by 50", 0),
                new Column("over", 0),
                new Column("growing", 0),
                new Column("disk MB/s", 0),
                new Column("CPU ms/1,000", 1),
                new Column("CPU ms/1,000 by 50", 1)));
    for (Setting setting : Setting.values()) {
      contenders.forEach(contender -> add(table, contender, setting));
    }
    return table;
  }

  private void add(Table table, String name, Setting setting) {
    var puts = Query.of(setting, Job.FIFO, 1);
    var steady = Query.of(setting, Job.BALANCED, 1);
    var batches = Query.of(setting, Job.BALANCED, BATCH);
    if (outcomes.all().stream()
        .noneMatch(one -> one.contender().equals(name) && one.setting() == setting)) {
      return;
    }
    table.add(
        name,
        setting.name().toLowerCase(Locale.ROOT),
        rate(name, puts.over(MOST_CONNECTIONS)),
        rate(name, Query.of(setting, Job.COMPLETE, 1)),
        rate(name, Query.of(setting, Job.FIFO, BATCH)),
        rate(name, Query.of(setting, Job.COMPLETE, BATCH)),
        figure(name, Query.alone(setting, Job.FIFO), one -> one.latency().p50()),
        rate(name, steady),
        connections(name, steady),
        rate(name, steady.over(MOST_CONNECTIONS)),
        rate(name, batches),
        connections(name, batches),
        rate(name, puts),
        figure(name, puts, one -> one.usage().diskBytesPerSecond() / 1e6),
        figure(name, steady, one -> 1000 * one.serverSecondsPer1000()),
        figure(name, batches, one -> 1000 * one.serverSecondsPer1000()));
  }

  private double rate(String name, Query query) {
    return figure(name, query, Outcome::perSecond);
  }

  private double connections(String name, Query query) {
    return figure(name, query, outcome -> outcome.cell().connections());
  }

  private double figure(String name, Query query, ToDoubleFunction<Outcome> figure) {
    return outcomes.best(name, query).map(figure::applyAsDouble).orElse(Double.NaN);
  }
}
