package dev.millrace.bench;

import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What figure 4 of TaskMaster shows: reads of the store against the size of the cache. A backlog in
 * the store is leased away in batches of 50 from 500 queues, drawn by lot.
 */
public final class CacheBench implements Bench {
  private static final int QUEUES = 500;
  private static final int LEASE = 50;
  private static final int UPDATE = 1_000;

  /** Of the bytes of the backlog's data. The last holds all tasks with what is around them. */
  private static final List<Double> SHARES = List.of(0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 4.0);

  private static final List<Double> QUICK_SHARES = List.of(0.001, 0.1, 4.0);

  /**
   * A lease that finds nothing in memory reads once; some of them find the end of what was read.
   */
  private static final double READS_MAX_SMALLEST = 1.2 / LEASE;

  /** With room for all, a read brings what three leases take, and more with time. */
  private static final double READS_MAX_LARGEST = 1.0 / 3 / LEASE;

  /** With room for all, nothing is read twice. */
  private static final double ROWS_MAX_LARGEST = 1.2;

  private final int tasksPerQueue;
  private final List<Double> shares;

  public CacheBench(boolean quick) {
    this(quick ? 400 : 2_000, quick ? QUICK_SHARES : SHARES);
  }

  CacheBench(int tasksPerQueue, List<Double> shares) {
    this.tasksPerQueue = tasksPerQueue;
    this.shares = shares;
  }

  private record Point(double readsPerTask, double rowsPerTask) {}

  @Override
  public List<Bar> run(Setup setup) throws IOException {
    int tasks = QUEUES * tasksPerQueue;
    long backlogBytes = (long) tasks * Work.DATA_BYTES;
    Path full = setup.folder().resolve("full");
    load(full);
    setup.say(
        "%,d tasks of %d B in %d queues, leased %d at a time",
        tasks, Work.DATA_BYTES, QUEUES, LEASE);
    setup.say(
        "%12s  %9s  %11s  %10s  %10s", "cache", "share", "reads/task", "rows/task", "leases/s");
    List<Point> points = new ArrayList<>();
    for (double share : shares) {
      Path copy = setup.folder().resolve("copy");
      Folders.copy(full, copy);
      points.add(drain(copy, (long) (backlogBytes * share), share, setup));
      Folders.delete(copy);
    }
    return List.of(
        new Bar("cache-reads-smallest", points.getFirst().readsPerTask(), READS_MAX_SMALLEST, ""),
        new Bar("cache-reads-largest", points.getLast().readsPerTask(), READS_MAX_LARGEST, ""),
        new Bar("cache-rows-largest", points.getLast().rowsPerTask(), ROWS_MAX_LARGEST, ""));
  }

  private void load(Path data) {
    try (var node = InnerNode.start(data, Map.of())) {
      for (int put = 0; put < tasksPerQueue; put += UPDATE) {
        int some = Math.min(UPDATE, tasksPerQueue - put);
        for (int queue = 0; queue < QUEUES; queue++) {
          node.client().update(Work.update(Work.enqueue(queue(queue), some)));
        }
      }
    }
  }

  private static Queue queue(int number) {
    return Work.queue("", "queue-" + number);
  }

  private Point drain(Path data, long cacheBytes, double share, Setup setup) {
    try (var node = InnerNode.start(data, Map.of("cache-bytes", String.valueOf(cacheBytes)))) {
      Reads before = node.reads();
      Random random = new Random(4);
      List<Queue> nonEmpty =
          new ArrayList<>(IntStream.range(0, QUEUES).mapToObj(CacheBench::queue).toList());
      long leased = 0;
      long leases = 0;
      long start = System.nanoTime();
      while (!nonEmpty.isEmpty()) {
        int drawn = random.nextInt(nonEmpty.size());
        List<Task> tasks = node.client().lease(Work.lease(nonEmpty.get(drawn), LEASE));
        leases++;
        leased += tasks.size();
        if (tasks.size() < LEASE) {
          nonEmpty.remove(drawn);
        }
        if (!tasks.isEmpty()) {
          node.client().update(Work.update(tasks.stream().map(Work::dequeue)));
        }
      }
      double perSecond = leases / ((System.nanoTime() - start) / 1e9);
      if (leased != (long) QUEUES * tasksPerQueue) {
        throw new IllegalStateException("leased " + leased + " tasks");
      }
      double count = leased;
      Reads reads = node.reads().minus(before);
      Point point = new Point(reads.reads() / count, reads.rows() / count);
      setup.say(
          "%,12d  %8.1f%%  %11.5f  %10.2f  %10.0f",
          cacheBytes, share * 100, point.readsPerTask(), point.rowsPerTask(), perSecond);
      return point;
    }
  }
}
