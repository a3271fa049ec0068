package dev.millrace.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One measurement: which work, by how many callers, for how long. Caller n uses connection n mod
 * {@code connections} and queue n mod {@code queues}, so that with as many queues as connections
 * each connection has a queue of its own.
 *
 * @param batch tasks of each call
 * @param callers in all, each of which makes one call at a time
 * @param dataBytes of each task
 * @param stock tasks that are there before it begins, for those who take
 * @param warmUp not measured
 * @param rate calls a second that are meant to start, whether or not the ones before are done; 0
 *     for a closed loop, where each caller goes on when it has its answer
 */
public record Cell(
    Job job,
    int batch,
    int connections,
    int callers,
    int queues,
    int dataBytes,
    long stock,
    Duration warmUp,
    Duration measured,
    double rate) {

  /** What the paper uses, and everybody after it. */
  public static final int DATA_BYTES = 1024;

  public Cell {
    if (batch < 1 || connections < 1 || callers < 1 || queues < 1) {
      throw new IllegalArgumentException("a batch, connection, caller and queue are needed");
    }
  }

  /** The paper's load: 50 connections with 10 callers each, a queue per connection, 1 KB. */
  public static Cell of(Job job) {
    return new Cell(
        job, 1, 50, 500, 50, DATA_BYTES, 0, Duration.ofSeconds(3), Duration.ofSeconds(10), 0);
  }

  public Cell withBatch(int tasks) {
    return new Cell(
        job, tasks, connections, callers, queues, dataBytes, stock, warmUp, measured, rate);
  }

  public Cell withConnections(int number) {
    return new Cell(job, batch, number, callers, queues, dataBytes, stock, warmUp, measured, rate);
  }

  public Cell withCallers(int number) {
    return new Cell(
        job, batch, connections, number, queues, dataBytes, stock, warmUp, measured, rate);
  }

  public Cell withQueues(int number) {
    return new Cell(
        job, batch, connections, callers, number, dataBytes, stock, warmUp, measured, rate);
  }

  public Cell withStock(long tasks) {
    return new Cell(
        job, batch, connections, callers, queues, dataBytes, tasks, warmUp, measured, rate);
  }

  public Cell lasting(Duration unmeasured, Duration time) {
    return new Cell(
        job, batch, connections, callers, queues, dataBytes, stock, unmeasured, time, rate);
  }

  /** An open loop. */
  public Cell withRate(double callsPerSecond) {
    return new Cell(
        job,
        batch,
        connections,
        callers,
        queues,
        dataBytes,
        stock,
        warmUp,
        measured,
        callsPerSecond);
  }

  /** Not on construction: the parts of a cell are set one after the other. */
  void check() {
    if (job.roles() == Job.Roles.BOTH && callers < 2 * queues) {
      throw new IllegalArgumentException("every queue needs a producer and a consumer");
    }
    if (job.roles() == Job.Roles.BOTH && rate > 0) {
      throw new IllegalArgumentException("producers and consumers wait for each other: no rate");
    }
  }

  List<String> queueNames() {
    return IntStream.range(0, queues).mapToObj(Cell::queueName).toList();
  }

  static String queueName(int number) {
    return "queue-" + number;
  }

  /**
   * So many tasks may lie in a queue before its producers wait: a few calls of every caller, or one
   * if a call carries many tasks. What lies longer isn't balanced any more.
   */
  int roomPerQueue() {
    int callsOfCaller = batch == 1 ? 4 : 1;
    return callsOfCaller * batch * Math.ceilDiv(callers, queues);
  }
}
