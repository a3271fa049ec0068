package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class QueueStageTest {
  private final BlockingQueue<List<Integer>> handled = new LinkedBlockingQueue<>();
  private final BlockingQueue<List<Integer>> unhandled = new LinkedBlockingQueue<>();

  @Test
  void handlesEventsInOrderOnItsOwnThread() {
    var names = new ArrayList<String>();
    var stage =
        QueueStage.<Integer>start(
            new StageConfig("execute", 100, 7),
            batch -> {
              names.add(Thread.currentThread().getName());
              handled.add(List.copyOf(batch));
            },
            this::fail);

    for (int i = 0; i < 50; i++) {
      assertThat(stage.offer(i)).isEqualTo(new Accepted());
    }
    stage.close();

    assertThat(handled.stream().flatMap(List::stream)).containsExactlyElementsOf(numbers(0, 50));
    assertThat(handled).allSatisfy(batch -> assertThat(batch).hasSizeBetween(1, 7));
    assertThat(names).containsOnly("execute");
  }

  @Test
  void fullQueueRefuses() throws Exception {
    var gate = new Gate();
    var stage = QueueStage.start(new StageConfig("s", 2, 10), gate, this::fail);
    var _ = stage.offer(0);
    gate.entered.await();

    assertThat(stage.offer(1)).isEqualTo(new Accepted());
    assertThat(stage.offer(2)).isEqualTo(new Accepted());
    assertThat(stage.offer(3))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.FULL));
    var observed = stage.observe();
    assertThat(observed.queueLength()).isEqualTo(2);
    assertThat(observed.batches()).isEqualTo(1);
    assertThat(observed.refused()).isEqualTo(1);

    gate.open.countDown();
    stage.close();
    assertThat(handled).containsExactly(List.of(0), List.of(1, 2));
  }

  @Test
  void putWaitsForRoom() throws Exception {
    var gate = new Gate();
    var stage = QueueStage.start(new StageConfig("s", 1, 10), gate, this::fail);
    var _ = stage.offer(0);
    gate.entered.await();
    var _ = stage.offer(1);

    var result = new LinkedBlockingQueue<Admission>();
    var putter = Thread.ofPlatform().start(() -> result.add(stage.put(2)));
    awaitWaiting(putter);
    assertThat(result).isEmpty();
    gate.open.countDown();

    assertThat(result.take()).isEqualTo(new Accepted());
    stage.close();
    assertThat(handled.stream().flatMap(List::stream)).containsExactly(0, 1, 2);
  }

  @Test
  void closedStageRefusesAndLetsGoWhoWaits() throws Exception {
    var gate = new Gate();
    var stage = QueueStage.start(new StageConfig("s", 1, 10), gate, this::fail);
    var _ = stage.offer(0);
    gate.entered.await();
    var _ = stage.offer(1);
    var result = new LinkedBlockingQueue<Admission>();
    awaitWaiting(Thread.ofPlatform().start(() -> result.add(stage.put(2))));

    var closer = Thread.ofPlatform().start(stage::close);

    assertThat(result.take()).isEqualTo(new Refused(Reason.CLOSED, Duration.ZERO));
    gate.open.countDown();
    closer.join();
    assertThat(stage.offer(3)).isEqualTo(new Refused(Reason.CLOSED, Duration.ZERO));
    assertThat(handled).containsExactly(List.of(0), List.of(1));
  }

  @Test
  void whateverTheHandlerThrowsEndsTheStage() throws Exception {
    var gate = new Gate();
    gate.throwing = true;
    var stage = QueueStage.start(new StageConfig("s", 10, 1), gate, this::fail);
    var _ = stage.offer(0);
    gate.entered.await();
    var _ = stage.offer(1);
    var _ = stage.offer(2);
    gate.open.countDown();

    assertThat(unhandled.take()).containsExactly(1, 2);
    assertThat(stage.offer(3)).isEqualTo(new Refused(Reason.CLOSED, Duration.ZERO));
    stage.close();
  }

  @Test
  void handlerIsCalledWithoutEventsWhenItsTimeHasCome() throws Exception {
    var called = new LinkedBlockingQueue<Integer>();
    var stage =
        QueueStage.start(
            new StageConfig("s", 10, 10),
            new BatchHandler<Integer>() {
              private long wakeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);

              @Override
              public void handle(List<Integer> batch) {
                wakeNanos = NEVER;
                called.add(batch.size());
              }

              @Override
              public long nextWakeNanos() {
                return wakeNanos;
              }
            },
            this::fail);

    assertThat(called.take()).isZero();
    var _ = stage.offer(1);
    assertThat(called.take()).isEqualTo(1);
    stage.close();
    assertThat(stage.observe().batches()).isEqualTo(2);
  }

  private void fail(Throwable cause, List<Integer> left) {
    unhandled.add(left);
  }

  private static List<Integer> numbers(int from, int to) {
    var numbers = new ArrayList<Integer>();
    for (int i = from; i < to; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  /** Handles nothing before it is opened. */
  private final class Gate implements BatchHandler<Integer> {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
    volatile boolean throwing;

    @Override
    public void handle(List<Integer> batch) {
      entered.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (throwing) {
        throw new StackOverflowError("deep");
      }
      handled.add(List.copyOf(batch));
    }
  }
}
