package dev.millrace.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  @Test
  void callsBeginWhetherOrNotOthersEnd() {
    var all = new CountDownLatch(100);

    var times =
        new OpenLoop(1_000, Duration.ofMillis(100))
            .run(
                _ -> {
                  all.countDown();
                  await(all);
                });

    assertThat(times.getTotalCount()).isEqualTo(100);
    // The first one waited for the last to begin.
    assertThat(OpenLoop.millis(times, 100)).isGreaterThan(90);
  }

  @Test
  void aFailedCallEndsTheLoop() {
    var calls = new AtomicInteger();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                new OpenLoop(100, Duration.ofHours(1))
                    .run(
                        _ -> {
                          calls.incrementAndGet();
                          throw new IllegalStateException("refused");
                        }));
    assertThat(calls).hasPositiveValue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
