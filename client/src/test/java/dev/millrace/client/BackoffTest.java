package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(new SplittableRandom(1));

  @Test
  void retryNeverComesBeforeTheServerAsked() {
    long asked = TimeUnit.SECONDS.toNanos(20);

    for (int refusals = 1; refusals < 100; refusals++) {
      assertThat(backoff.retryNanos(refusals, asked)).isBetween(asked, asked * 3 / 2);
    }
  }

  @Test
  void pausesGrowToABound() {
    long asked = TimeUnit.MILLISECONDS.toNanos(100);

    assertThat(backoff.retryNanos(1, asked)).isBetween(asked, 2 * asked);
    assertThat(backoff.retryNanos(3, asked)).isBetween(4 * asked, 6 * asked);
    assertThat(backoff.retryNanos(1_000, asked)).isLessThan(TimeUnit.SECONDS.toNanos(8));
  }

  @Test
  void connectionThatBrokeOnceIsMadeAgainAtOnce() {
    assertThat(backoff.connectNanos(1)).isZero();
    assertThat(backoff.connectNanos(2)).isPositive();
    assertThat(backoff.connectNanos(1_000)).isBetween(1L, TimeUnit.SECONDS.toNanos(2));
  }
}
