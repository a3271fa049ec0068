package dev.millrace.bench;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tasks go through one queue in order, behind a backlog that stays as long as it is. What went
 * leaves marks in the store; a lease must not walk over them.
 */
public final class TombstonesBench implements Bench {
  private static final Queue QUEUE = Work.queue("", "work");
  private static final int LEASE = 100;
  private static final int TENTHS = 10;
  private static final double GROWTH_MAX = 1.2;

  /** Every task is in the store before it is leased, and leaves the cache now and then. */
  private static final Map<String, String> SETTINGS =
      Map.of("checkpoint-interval", "100ms", "cache-bytes", "1MiB");

  private final int tasks;
  private final int backlog;

  public TombstonesBench(boolean quick) {
    this(quick ? 300_000 : 10_000_000, quick ? 20_000 : 100_000);
  }

  TombstonesBench(int tasks, int backlog) {
    this.tasks = tasks;
    this.backlog = backlog;
  }

  @Override
  public List<Bar> run(Setup setup) {
    try (var node = InnerNode.start(setup.folder().resolve("data"), SETTINGS)) {
      fill(node.client());
      setup.say("%,d tasks through one queue, %,d at a time in it", tasks, backlog);
      turn(node.client(), tasks / TENTHS); // Not counted: until code is compiled, all is slow.
      Samples first = new Samples();
      Samples last = first;
      setup.say("%5s  %10s  %10s  %10s  %10s", "tenth", "p50 ms", "p99 ms", "mean ms", "rows/task");
      for (int tenth = 1; tenth <= TENTHS; tenth++) {
        Reads before = node.reads();
        last = turn(node.client(), tasks / TENTHS);
        if (tenth == 1) {
          first = last;
        }
        double rows = node.reads().minus(before).rows() * (double) TENTHS / tasks;
        setup.say(
            "%5d  %10.3f  %10.3f  %10.3f  %10.2f",
            tenth, last.millis(0.5), last.millis(0.99), last.meanMillis(), rows);
      }
      double growth = last.millis(0.5) / first.millis(0.5);
      return List.of(new Bar("tombstones-lease-p50-growth", growth, GROWTH_MAX, "x"));
    }
  }

  private void fill(Client client) {
    for (int filled = 0; filled < backlog; filled += LEASE) {
      client.update(Work.update(Work.enqueue(QUEUE, LEASE)));
    }
  }

  /** Passes so many tasks through the queue; how long each lease took. */
  private static Samples turn(Client client, int tasks) {
    Samples samples = new Samples();
    for (int turned = 0; turned < tasks; turned += LEASE) {
      long start = System.nanoTime();
      List<Task> leased = client.lease(Work.lease(QUEUE, LEASE));
      samples.add(System.nanoTime() - start);
      if (leased.size() != LEASE) {
        throw new IllegalStateException("leased " + leased.size() + " tasks of " + LEASE);
      }
      Stream<Element> gone = leased.stream().map(Work::dequeue);
      client.update(Work.update(Stream.concat(gone, Work.enqueue(QUEUE, LEASE))));
    }
    return samples;
  }
}
