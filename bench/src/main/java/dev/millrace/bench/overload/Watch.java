package dev.millrace.bench.overload;

import dev.millrace.bench.load.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at the CPU time of swarm and node, and at the node's memory, while phases run. */
final class Watch {
  private static final Duration STEP = Duration.ofMillis(250);

  private final Machine machine = Machine.here();
  private final long node;
  private final List<Sample> samples = new ArrayList<>();

  /**
   * What was seen at one moment. Seconds are those of CPUs.
   *
   * @param swarmSeconds of this whole process
   * @param busySeconds of the machine
   */
  record Sample(
      long nanos, double swarmSeconds, double nodeSeconds, double busySeconds, long rssBytes) {}

  Watch(ProcessHandle node) {
    this.node = node.pid();
  }

  /** Waits for the end of phases. */
  List<Tally> await(CompletableFuture<List<Tally>> phases) throws InterruptedException {
    samples.clear();
    while (true) {
      look();
      try {
        return phases.get(STEP.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException _) {
        // They go on.
      } catch (ExecutionException e) {
        throw new IllegalStateException("the swarm failed", e);
      }
    }
  }

  private void look() {
    long swarm = ProcessHandle.current().pid();
    samples.add(
        new Sample(
            System.nanoTime(),
            machine.cpuSeconds(swarm),
            machine.cpuSeconds(node),
            machine.busySeconds(),
            machine.rssBytes(node)));
  }

  /** What was seen in the measured time of a phase of the last run. */
  List<Sample> of(Tally tally) {
    return samples.stream()
        .filter(sample -> sample.nanos - tally.fromNanos() >= 0)
        .filter(sample -> sample.nanos - tally.toNanos() <= 0)
        .toList();
  }
}
