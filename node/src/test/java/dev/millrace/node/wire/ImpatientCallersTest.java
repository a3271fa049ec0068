package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.dequeue;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Task;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many workers lease from all slots at once, and half of them go before they have an answer. */
class ImpatientCallersTest {
  private static final int TASKS = 400;
  private static final int WORKERS = 6;

  private final Map<String, Integer> done = new ConcurrentHashMap<>();
  private final CountDownLatch missing = new CountDownLatch(TASKS);

  @Test
  void everyTaskIsDoneOnceThoughCallersGo() throws InterruptedException {
    try (var server = WireServer.start()) {
      List<Thread> workers = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        int number = i;
        workers.add(Thread.ofPlatform().start(() -> work(server, number)));
      }

      for (int i = 0; i < TASKS; i++) {
        server.client().update(update(enqueue(server.queueIn(i % 8, "work"), "task" + i)));
      }
      // A reply that left whole to a caller who was about to go comes back by expiry only.
      while (!missing.await(500, TimeUnit.MILLISECONDS)) {
        server.path.advance(Duration.ofSeconds(61));
      }
      for (Thread worker : workers) {
        worker.join();
      }

      assertThat(done).hasSize(TASKS);
      assertThat(done.values()).containsOnly(1);
      server.path.awaitUnanswered(0);
    }
  }

  private void work(WireServer server, int number) {
    var random = new Random(number);
    while (missing.getCount() > 0) {
      boolean isImpatient = number % 2 == 0;
      long patienceMillis = isImpatient ? 1 + random.nextInt(10) : 200;
      try {
        var request = lease(1 + random.nextInt(4), everywhere(".*")).toBuilder();
        server
            .client()
            .withDeadlineAfter(patienceMillis, TimeUnit.MILLISECONDS)
            .lease(request.setWait(seconds(60)).build())
            .getTasksList()
            .forEach(task -> complete(server, task));
      } catch (StatusRuntimeException e) {
        assertThat(e.getStatus().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
      }
    }
  }

  private void complete(WireServer server, Task task) {
    try {
      server.client().update(update(dequeue(task)));
    } catch (StatusRuntimeException e) {
      assertThat(Messages.problem(e).getCode()).isEqualTo(ErrorCode.LEASE_LOST);
      return;
    }
    done.merge(task.getPid().toStringUtf8(), 1, Integer::sum);
    missing.countDown();
  }
}
