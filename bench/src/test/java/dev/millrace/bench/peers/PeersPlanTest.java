package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Latency;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.Usage;
import dev.millrace.bench.peers.PeersPlan.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PeersPlanTest {
  /** What starts, stops and connections may take of a minute. */
  private static final Duration REST = Duration.ofSeconds(10);

  @Test
  void quickRunBesideOnePeerTakesLessThanAMinute() {
    var plan = PeersPlan.quick();
    List<Cell> cells = new ArrayList<>();
    // Millrace serves both settings on one node; a peer is started for each.
    cells.addAll(plan.first(true));
    plan.phases().forEach(_ -> cells.addAll(plan.first(false)));
    for (int server = 0; server < 2; server++) {
      plan.phases().forEach(phase -> cells.addAll(phase.cells()));
    }
    cells.addAll(plan.firstOfBare());
    cells.addAll(plan.growingCells());
    cells.addAll(plan.firstOfEcho());
    cells.add(plan.alone());

    Duration all = cells.stream().map(PeersPlanTest::time).reduce(REST, Duration::plus);

    assertThat(all).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void serverThatSyncsGrowsBeforeBatchesLeaveTheirBacklogs() {
    Phase synced = PeersPlan.full().phases().getLast();
    List<Cell> cells = synced.cells();

    assertThat(synced.setting()).isEqualTo(Setting.FSYNC);
    assertThat(cells).containsAll(PeersPlan.full().growingCells());
    assertThat(cells.getLast().batch()).isEqualTo(PeersPlan.BATCH);
    assertThat(cells.getLast().job()).isEqualTo(Job.COMPLETE);
  }

  @Test
  void turnsOfLongCellAddUpToIt() {
    var plan = PeersPlan.full();
    Cell lasting = plan.lasting(Job.BALANCED, 1, PeersPlan.MOST_CONNECTIONS);

    Outcome all =
        IntStream.range(0, plan.turns())
            .mapToObj(turn -> outcome(plan.turn(lasting, turn), 100 * (turn + 1)))
            .reduce(Outcome::plus)
            .orElseThrow();

    assertThat(all.cell()).isEqualTo(lasting);
    assertThat(all.perSecond()).isEqualTo(250);
    assertThat(all.latency().calls()).isEqualTo(plan.turns());
    assertThat(all.usage().diskBytesPerSecond()).isCloseTo(250, within(1e-9));
  }

  private static Outcome outcome(Cell cell, int perSecond) {
    var latencies = new Histogram(3);
    latencies.recordValue(1);
    double seconds = cell.measured().toMillis() / 1e3;
    return new Outcome(
        "redis",
        Setting.FSYNC,
        cell,
        seconds,
        (long) (perSecond * seconds),
        new Latency(latencies),
        new Usage(1, 1, 0, 0, 0, 0, perSecond, 0),
        0,
        "");
  }

  private static Duration time(Cell cell) {
    return cell.warmUp().plus(cell.measured());
  }
}
