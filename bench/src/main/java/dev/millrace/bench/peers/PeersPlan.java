package dev.millrace.bench.peers;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Which cells, and how long.
 *
 * @param arrangements numbers of connections to try with single tasks, in balance
 * @param otherArrangements the same with batches, and with a growing backlog
 * @param peersMax so many peers take part at all, the strongest known first
 * @param finalists so many peers, the strongest seen, are measured for long
 * @param firstWarmUp of a server that has just started; where it and its callers are compiled while
 *     they run, on two cores, that takes half a minute
 * @param warmUp of each further cell: its new connections are something new to what is compiled
 * @param longMeasured zero for no long cells
 * @param withTable also the cells of the paper's load
 */
record PeersPlan(
    List<Integer> arrangements,
    List<Integer> otherArrangements,
    int peersMax,
    int finalists,
    Duration firstWarmUp,
    Duration warmUp,
    Duration measured,
    Duration longMeasured,
    boolean withTable) {
  /** Callers of single tasks; half of them produce where half consume. */
  static final int CALLERS = 500;

  /** Callers of batches: 5,000 tasks are under way. */
  static final int BATCH_CALLERS = 100;

  static final int BATCH = 50;
  static final int MOST_CONNECTIONS = 50;

  private static final long STOCK_MAX = 1_500_000;

  static PeersPlan full() {
    return new PeersPlan(
        List.of(1, 4, 10, MOST_CONNECTIONS),
        List.of(1, 4, 10, MOST_CONNECTIONS),
        Integer.MAX_VALUE,
        2,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        true);
  }

  static PeersPlan quick() {
    return new PeersPlan(
        List.of(4, MOST_CONNECTIONS),
        List.of(MOST_CONNECTIONS),
        1,
        0,
        Duration.ofMillis(2_000),
        Duration.ofMillis(300),
        Duration.ofMillis(1_200),
        Duration.ZERO,
        false);
  }

  boolean hasLong() {
    return !longMeasured.isZero();
  }

  /** Compiles and fills caches, on the server's side and on ours; its figures don't count. */
  Cell first(Job job) {
    return arranged(job, 1, arrangements.getLast() / 5)
        .lasting(Duration.ZERO, firstWarmUp.plusMillis(1));
  }

  /** Producers and consumers in balance, in every arrangement. */
  List<Cell> steady() {
    List<Cell> cells = new ArrayList<>();
    arrangements.forEach(connections -> cells.add(brief(Job.BALANCED, 1, connections)));
    otherArrangements.forEach(connections -> cells.add(brief(Job.BALANCED, BATCH, connections)));
    return cells;
  }

  /** Single tasks put in every arrangement. */
  List<Cell> growing() {
    return otherArrangements.stream().map(connections -> brief(Job.FIFO, 1, connections)).toList();
  }

  /** The paper's load, and one caller. */
  List<Cell> table() {
    List<Cell> cells = new ArrayList<>();
    cells.add(alone(Job.FIFO));
    if (withTable) {
      cells.add(brief(Job.FIFO, 1, MOST_CONNECTIONS));
      cells.add(brief(Job.COMPLETE, 1, MOST_CONNECTIONS));
      cells.add(brief(Job.FIFO, BATCH, MOST_CONNECTIONS));
      cells.add(brief(Job.COMPLETE, BATCH, MOST_CONNECTIONS));
    }
    return cells;
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

  Cell alone(Job job) {
    return brief(job, 1, 1).withCallers(1);
  }

  Cell lasting(Job job, int batch, int connections) {
    return arranged(job, batch, connections).lasting(firstWarmUp, longMeasured);
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
