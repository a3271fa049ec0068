package dev.millrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** One caller whose calls take as long as the test says. */
class CallerTest {
  private static final long MILLI = 1_000_000;

  private final Tally tally = new Tally();
  private long now;

  @Test
  void openLoopCountsTheTimeThatCallsWaitedForAnEarlierOne() {
    // Meant to start every 10 ms; the first one takes 45 ms and holds up four others.
    run(cell(0, 60).withRate(100), 45, 1, 1, 1, 1, 1);

    assertThat(tally.latency().calls()).isEqualTo(6);
    assertThat(tally.latency().max()).isCloseTo(45_000, near());
    // 45, 36, 27, 18, 9 and 1 ms.
    assertThat(tally.latency().mean()).isCloseTo(136_000 / 6.0, near());
  }

  @Test
  void openLoopMakesTheCallsThatWereMeantToStartEvenIfTheyAreLate() {
    run(cell(0, 30).withRate(100), 100, 1, 1);

    assertThat(tally.latency().calls()).isEqualTo(3);
    assertThat(tally.last()).isEqualTo(102 * MILLI);
  }

  @Test
  void closedLoopCountsOnlyTheCall() {
    run(cell(0, 60), 45, 1, 13, 5);

    assertThat(tally.latency().max()).isCloseTo(45_000, near());
    assertThat(tally.latency().mean()).isCloseTo(59_000 / 3.0, near());
  }

  @Test
  void callsOfTheWarmUpDoNotCount() {
    run(cell(50, 50), 20, 20, 20, 20, 30);

    assertThat(tally.latency().calls()).isEqualTo(2);
    assertThat(tally.tasks()).isEqualTo(2);
  }

  @Test
  void answersThatAreThereAtOnceDoNotPileUp() {
    Integer[] none = new Integer[100_000];
    Arrays.fill(none, 0);
    none[none.length - 1] = 100;

    run(cell(0, 100), none);

    assertThat(tally.tasks()).isEqualTo(none.length - 1);
  }

  private static Percentage near() {
    return Percentage.withPercentage(0.2);
  }

  private static Cell cell(long warmUp, long measured) {
    return Cell.of(Job.FIFO)
        .withConnections(1)
        .withQueues(1)
        .withCallers(1)
        .lasting(Duration.ofMillis(warmUp), Duration.ofMillis(measured));
  }

  private void run(Cell cell, Integer... callMillis) {
    Queue<Integer> calls = new ArrayDeque<>(List.of(callMillis));
    var ticker =
        new Ticker() {
          @Override
          public long nanos() {
            return now;
          }

          @Override
          public void sleep(Duration duration) {
            now += duration.toNanos();
          }

          @Override
          public void after(Duration duration, Runnable action) {
            now += duration.toNanos();
            action.run();
          }
        };
    var session =
        new Session() {
          @Override
          public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
            now += calls.remove() * MILLI;
            return CompletableFuture.completedFuture(tasks);
          }

          @Override
          public CompletableFuture<Integer> leaseAndComplete(
              String queue, int tasksMax, Consumer<ByteString> worker) {
            throw new UnsupportedOperationException();
          }
        };
    var shared =
        new Caller.Shared(new Window(now, cell), new Pace(now, cell), new Stock(0), tally, ticker);
    var ended = new Caller(cell, session, "queue", false, new byte[0], shared).start();

    assertThat(ended).isDone();
    assertThat(tally.failures()).isZero();
    assertThat(calls).isEmpty();
  }
}
