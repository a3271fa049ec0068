package dev.millrace.bench.peers;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Which cells, and how long.
 *
 * @param singles numbers of connections to try with single tasks, in balance
 * @param batches the same with batches
 * @param growing the same with single tasks that are only put in
 * @param peersMax so many peers take part at all, the strongest known first
 * @param finalShare peers that are so fast beside the fastest are measured for long
 * @param javaWarmUp of a server that is compiled while it runs, on two cores that its callers share
 * @param firstWarmUp of any other server, and of whoever calls it
 * @param warmUp of each further cell: its new connections are something new to what is compiled
 * @param longMeasured zero for no long cells
 * @param turns those in balance are measured in so many parts, each by all servers in turn: a
 *     machine that others share isn't as fast in a minute as it is now
 * @param withTable also the cells of the paper's load
 */
record PeersPlan(
    List<Integer> singles,
    List<Integer> batches,
    List<Integer> growing,
    int peersMax,
    double finalShare,
    Duration javaWarmUp,
    Duration firstWarmUp,
    Duration warmUp,
    Duration measured,
    Duration longMeasured,
    int turns,
    boolean withTable) {
  /** Callers of single tasks; half of them produce where half consume. */
  static final int CALLERS = 500;

  /** Callers of batches: 5,000 tasks are under way. */
  static final int BATCH_CALLERS = 100;

  static final int BATCH = 50;
  static final int MOST_CONNECTIONS = 50;

  private static final long STOCK_MAX = 1_500_000;

  static PeersPlan full() {
    List<Integer> all = List.of(1, 4, 10, MOST_CONNECTIONS);
    return new PeersPlan(
        all,
        all,
        all,
        Integer.MAX_VALUE,
        0.5,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        4,
        true);
  }

  /** Each kind of work over what suits one or the other best, as far as it is known. */
  static PeersPlan quick() {
    return new PeersPlan(
        List.of(4, MOST_CONNECTIONS),
        List.of(MOST_CONNECTIONS),
        List.of(1, MOST_CONNECTIONS),
        1,
        1,
        Duration.ofSeconds(13),
        Duration.ofMillis(600),
        Duration.ofMillis(200),
        Duration.ofSeconds(1),
        Duration.ZERO,
        1,
        false);
  }

  boolean hasLong() {
    return !longMeasured.isZero();
  }

  /** A bit of each kind of work; its figures don't count. */
  List<Cell> first(boolean isJava) {
    return first(isJava ? javaWarmUp : firstWarmUp);
  }

  /** The same for what Millrace is built of. */
  List<Cell> firstOfBare() {
    return twice(warmUp(Job.FIFO, 1, javaWarmUp.dividedBy(4)));
  }

  /** For the other part of that, once the server is warm. */
  List<Cell> firstOfEcho() {
    return twice(alone().lasting(Duration.ZERO, javaWarmUp.dividedBy(20)));
  }

  /** What fills memory and disk comes first, so that it is gone when it matters. */
  private static List<Cell> first(Duration all) {
    return List.of(
        warmUp(Job.FIFO, 1, all.dividedBy(4)),
        warmUp(Job.BALANCED, BATCH, all.dividedBy(4)),
        warmUp(Job.BALANCED, 1, all.dividedBy(2)));
  }

  /** What was compiled is compiled again for other connections than the first ones. */
  private static List<Cell> twice(Cell cell) {
    return List.of(cell, cell);
  }

  private static Cell warmUp(Job job, int batch, Duration time) {
    return arranged(job, batch, MOST_CONNECTIONS / 5).lasting(Duration.ZERO, time);
  }

  /** Cells of a server that is as safe as that. */
  record Phase(Setting setting, List<Cell> cells) {
    Phase {
      cells = List.copyOf(cells);
    }
  }

  /** All that is measured briefly. The largest backlogs, of batches, come last. */
  List<Phase> phases() {
    List<Cell> synced = new ArrayList<>(steady());
    synced.add(alone());
    synced.addAll(growingCells());
    synced.addAll(table());
    return List.of(new Phase(Setting.DEFAULT, steady()), new Phase(Setting.FSYNC, synced));
  }

  /** Producers and consumers in balance, in every arrangement. */
  private List<Cell> steady() {
    List<Cell> cells = new ArrayList<>();
    singles.forEach(connections -> cells.add(brief(Job.BALANCED, 1, connections)));
    batches.forEach(connections -> cells.add(brief(Job.BALANCED, BATCH, connections)));
    return cells;
  }

  /** The paper's load. */
  private List<Cell> table() {
    return withTable
        ? List.of(
            brief(Job.FIFO, 1, MOST_CONNECTIONS),
            brief(Job.COMPLETE, 1, MOST_CONNECTIONS),
            brief(Job.FIFO, BATCH, MOST_CONNECTIONS),
            brief(Job.COMPLETE, BATCH, MOST_CONNECTIONS))
        : List.of();
  }

  /** Single tasks put in every arrangement. */
  List<Cell> growingCells() {
    return growing.stream().map(connections -> brief(Job.FIFO, 1, connections)).toList();
  }

  /**
   * With enough for a server that leases twice as fast as it has just enqueued, where the cell
   * leases: one that is drained ends early, and its end is that of prefetching.
   */
  static Cell stocked(Cell cell, double enqueuedPerSecond) {
    if (cell.job().roles() != Job.Roles.CONSUME || Double.isNaN(enqueuedPerSecond)) {
      return cell;
    }
    double seconds = cell.warmUp().plus(cell.measured()).toMillis() / 1e3;
    return cell.withStock(Math.min(STOCK_MAX, (long) (2 * enqueuedPerSecond * seconds)));
  }

  /** One caller, who only puts. */
  Cell alone() {
    return brief(Job.FIFO, 1, 1).withCallers(1);
  }

  Cell lasting(Job job, int batch, int connections) {
    return arranged(job, batch, connections).lasting(javaWarmUp, longMeasured);
  }

  /** The part of a long cell that is measured at one of its turns. */
  Cell turn(Cell lasting, int number) {
    return lasting.lasting(
        number == 0 ? lasting.warmUp() : warmUp, lasting.measured().dividedBy(turns));
  }

  private Cell brief(Job job, int batch, int connections) {
    return arranged(job, batch, connections).lasting(warmUp, measured);
  }

  private static Cell arranged(Job job, int batch, int connections) {
    return Cell.of(job)
        .withBatch(batch)
        .withCallers(batch == 1 ? CALLERS : BATCH_CALLERS)
        .withConnections(connections)
        .withQueues(connections);
  }
}
