package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.client.Elements;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * Owns the workers of the demonstration: one makes pages, the others take them from stage to stage.
 * A worker is what any worker is: it leases, works, and in one update removes its task and puts the
 * next one into the next queue.
 */
final class DemoLoop implements AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final int FAILS_IN_A_HUNDRED = 4;

  /** Pages whose address ends so never answer. */
  private static final ByteString AWAY = ByteString.copyFromUtf8("50");

  private final Connection connection;
  private final LongAdder finished = new LongAdder();
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("demo-", 0).factory());
  private volatile boolean ends;

  /**
   * A step of the pipeline.
   *
   * @param next the queue after it; empty for the last
   * @param work how long a task takes
   */
  record Step(String queue, String next, int workers, Duration work) {}

  DemoLoop(Connection connection) {
    this.connection = connection;
  }

  /** Tasks that came through the whole pipeline. */
  long finished() {
    return finished.sum();
  }

  /** Makes pages. */
  void make(String queue, int perSecond) {
    workers.execute(
        () -> {
          for (var page = 1L; !ends && pause(Duration.ofSeconds(1).dividedBy(perSecond)); page++) {
            var address = "https://example.org/page/%06d".formatted(page);
            update(enqueue(queue, ByteString.copyFromUtf8(address), address));
          }
        });
  }

  void work(Step step) {
    for (var i = 1; i <= step.workers; i++) {
      var random = new SplittableRandom(i);
      var holder = step.queue + "-worker-" + i;
      workers.execute(
          () -> {
            while (!ends) {
              for (var task : lease(step.queue, holder)) {
                handle(step, task, random);
              }
            }
          });
    }
  }

  private Iterable<Task> lease(String queue, String holder) {
    var request =
        LeaseRequest.newBuilder()
            .addQueues(Queue.newBuilder().setName(queue))
            .setHolder(holder)
            .setWait(WireTime.duration(WAIT))
            .setLeaseTime(WireTime.duration(Duration.ofSeconds(30)))
            .build();
    try {
      return connection.change(WAIT, stub -> stub.lease(request)).getTasksList();
    } catch (Failure failure) {
      // The server goes down, or asks for time.
      ends |= failure.exitCode() != ExitCode.TRY_LATER;
      return List.of();
    }
  }

  private void handle(Step step, Task task, SplittableRandom random) {
    if (!pause(step.work)) {
      return;
    }
    var isLast = step.next.isEmpty();
    if (random.nextInt(100) < FAILS_IN_A_HUNDRED || task.getPid().endsWith(AWAY)) {
      update(Elements.fail(task, "the page did not answer"));
    } else if (isLast) {
      update(Elements.complete(task));
      finished.increment();
    } else {
      // Both or neither: no page is lost or doubled between two steps.
      update(
          Elements.complete(task),
          enqueue(step.next, task.getPid(), task.getData().toStringUtf8() + " " + step.queue));
    }
  }

  private void update(Element... elements) {
    var request = UpdateRequest.newBuilder();
    for (var element : elements) {
      request.addElements(element);
    }
    try {
      var _ = connection.change(stub -> stub.update(request.build()));
    } catch (Failure failure) {
      ends |= failure.exitCode() == ExitCode.FAILED;
    }
  }

  private static Element enqueue(String queue, ByteString pid, String data) {
    return Elements.enqueue(Elements.queue(queue), pid, ByteString.copyFromUtf8(data));
  }

  /** Stands for the work; false when it is time to end. */
  private boolean pause(Duration duration) {
    try {
      Thread.sleep(duration);
      return !ends;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      ends = true;
      return false;
    }
  }

  @Override
  public void close() {
    ends = true;
    workers.shutdownNow();
    workers.close();
  }
}
