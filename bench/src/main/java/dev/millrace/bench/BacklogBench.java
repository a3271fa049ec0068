package dev.millrace.bench;

import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.UpdateRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A backlog far larger than memory: loaded, killed, started again, stopped, started again, and
 * counted in three ways.
 */
public final class BacklogBench implements Bench {
  /** Queues of one group, and with it of one update. */
  private static final int GROUP = 1_000;

  /** Updates of one message. */
  private static final int BATCH = 4;

  private static final double RSS_MIB_MAX = 1_024;
  private static final double RESTART_SECONDS_MAX = 5;

  private final int tasks;
  private final int queues;

  public BacklogBench(boolean quick) {
    this(quick ? 500_000 : 10_000_000, quick ? 5_000 : 100_000);
  }

  BacklogBench(int tasks, int queues) {
    this.tasks = tasks;
    this.queues = queues;
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    Path data = setup.folder().resolve("data");
    Path log = setup.folder().resolve("log");
    List<String> serve = setup.small().serve();
    List<Bar> bars = new ArrayList<>();
    long peak;
    long wrong;
    try (var node = ChildNode.start(serve, data, log)) {
      load(node.client(), setup);
      wrong = wrongSizes(node.client());
      node.kill();
      peak = node.peakBytes();
      setup.say("loaded: %d MiB of memory at most", peak >> 20);
    }
    try (var node = ChildNode.start(serve, data, log)) {
      bars.add(restart("backlog-restart-after-kill", node, setup));
      wrong += wrongSizes(node.client());
      node.stop();
      peak = Math.max(peak, node.peakBytes());
    }
    try (var node = ChildNode.start(serve, data, log)) {
      bars.add(restart("backlog-restart", node, setup));
      wrong += wrongSizes(node.client());
      long miscounted = wrongCounts(node.client());
      setup.say(
          "%,d queues told a wrong size, %,d have other tasks than they tell", wrong, miscounted);
      node.stop();
      peak = Math.max(peak, node.peakBytes());
      bars.add(new Bar("backlog-wrong-counters", wrong, 0, ""));
      bars.add(new Bar("backlog-scan-differs", miscounted, 0, ""));
    }
    bars.add(
        peak == 0
            ? Bar.unmeasured("backlog-rss", RSS_MIB_MAX, "MiB")
            : new Bar("backlog-rss", peak / 1048576.0, RSS_MIB_MAX, "MiB"));
    return bars;
  }

  /** One task in each queue in turn, so that neighbours in the store come at different times. */
  private void load(Client client, Setup setup) {
    long start = System.nanoTime();
    List<UpdateRequest> batch = new ArrayList<>();
    int rounds = tasks / queues;
    for (int round = 0; round < rounds; round++) {
      if (round > 0 && round % Math.max(1, rounds / 10) == 0) {
        setup.say("loaded %,d tasks", (long) round * queues);
      }
      for (int first = 0; first < queues; first += GROUP) {
        var some =
            IntStream.range(first, Math.min(queues, first + GROUP)).mapToObj(BacklogBench::queue);
        batch.add(Work.update(Work.enqueueEach(some)));
        if (batch.size() == BATCH) {
          client.updateAll(batch);
          batch.clear();
        }
      }
    }
    client.updateAll(batch);
    double seconds = (System.nanoTime() - start) / 1e9;
    setup.say(
        "loaded %,d tasks into %,d queues in %.1f s, %,.0f/s",
        tasks, queues, seconds, tasks / seconds);
  }

  private static Queue queue(int number) {
    return Work.queue("group-" + number / GROUP, "queue-" + number);
  }

  private static Bar restart(String name, ChildNode node, Setup setup) {
    double seconds = node.startTook().toMillis() / 1e3;
    setup.say("%s: answered after %.1f s", name, seconds);
    return new Bar(name, seconds, RESTART_SECONDS_MAX, "s");
  }

  /** Queues whose counters, in the list or in the sum, aren't what was put in. */
  private long wrongSizes(Client client) {
    long[] found = new long[2];
    client.forEachQueue(
        size -> {
          found[0]++;
          found[1] += isRight(size) ? 0 : 1;
        });
    QueueSize total = client.totals().getSize();
    return Math.abs(queues - found[0]) + found[1] + (total.getAvailable() == tasks ? 0 : 1);
  }

  private boolean isRight(QueueSize size) {
    return size.getAvailable() == tasks / queues && size.getLeased() == 0 && size.getDelayed() == 0;
  }

  /** Queues that have another number of tasks than was put in, when all are looked at. */
  private long wrongCounts(Client client) {
    return IntStream.range(0, queues)
        .filter(number -> client.countTasks(queue(number)) != tasks / queues)
        .count();
  }
}
