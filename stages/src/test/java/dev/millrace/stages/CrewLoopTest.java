package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stages.control.QueueThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CrewLoopTest {
  private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

  @Test
  void stagesShareTheThreadsOfACrew() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    try (var crew = CrewLoop.start("crew", QueueThreads.fixed(1), Duration.ZERO, cap(1))) {
      var first = stage("first", threads, crew);
      var second = stage("second", threads, crew);

      assertThat(first.offer("a").isAccepted()).isTrue();
      assertThat(handled.take()).isEqualTo("a");
      assertThat(second.offer("b").isAccepted()).isTrue();
      assertThat(handled.take()).isEqualTo("b");

      first.close();
      second.close();
    }
    assertThat(threads).containsExactly("crew");
  }

  @Test
  void crewGrowsWhileEventsWaitAndShrinksWhenIdle() throws Exception {
    var open = new CountDownLatch(1);
    var rule = new QueueThreads(1, 3, 0, Duration.ZERO);
    try (var crew = CrewLoop.start("crew", rule, Duration.ZERO, ThreadCap.none())) {
      var stage =
          QueueStage.<String>start(
              new StageConfig("s", 100, 1).withHandlers(10),
              batch -> {
                await(open);
                handled.addAll(batch);
              },
              (_, _) -> {},
              crew);

      for (int i = 0; i < 10; i++) {
        assertThat(stage.offer("event").isAccepted()).isTrue();
      }
      assertThat(crew.threads()).isEqualTo(3);
      open.countDown();
      stage.close();

      awaitThreads(crew, 1);
      assertThat(handled).hasSize(10);
    }
  }

  @Test
  void capHoldsForAllCrewsTogether() {
    var cap = cap(1);
    try (var _ = CrewLoop.start("one", QueueThreads.fixed(1), Duration.ZERO, cap)) {
      assertThatThrownBy(() -> CrewLoop.start("two", QueueThreads.fixed(1), Duration.ZERO, cap))
          .hasMessageContaining("two");
    }
    CrewLoop.start("three", QueueThreads.fixed(1), Duration.ZERO, cap).close();
    assertThat(cap.threads()).isZero();
  }

  @Test
  void aStageThatFailsLeavesTheOthersTheirThread() throws Exception {
    try (var crew = CrewLoop.start("crew", QueueThreads.fixed(1), Duration.ZERO, cap(1))) {
      var failed = new CountDownLatch(1);
      var broken =
          QueueStage.<String>start(
              new StageConfig("broken", 10, 1),
              _ -> {
                throw new IllegalStateException("broken");
              },
              (_, _) -> failed.countDown(),
              crew);
      var sound = stage("sound", ConcurrentHashMap.newKeySet(), crew);

      var _ = broken.offer("a");
      failed.await();
      var _ = sound.offer("b");

      assertThat(handled.take()).isEqualTo("b");
      assertThat(broken.offer("c").isAccepted()).isFalse();
      sound.close();
      broken.close();
    }
  }

  private QueueStage<String> stage(String name, Set<String> threads, Crew crew) {
    return QueueStage.start(
        new StageConfig(name, 10, 10),
        batch -> {
          threads.add(Thread.currentThread().getName());
          handled.addAll(batch);
        },
        (_, _) -> {},
        crew);
  }

  private static ThreadCap cap(int threads) {
    return new ThreadCap(threads);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitThreads(CrewLoop crew, int wanted) {
    while (crew.threads() != wanted) {
      Thread.onSpinWait();
    }
  }
}
