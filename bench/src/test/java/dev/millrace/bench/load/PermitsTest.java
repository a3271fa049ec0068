package dev.millrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private final Permits permits = new Permits(0);
  private final List<String> served = new ArrayList<>();

  @Test
  void whatIsThereIsTakenAtOnce() {
    permits.release(3);

    assertThat(permits.acquire(2, () -> served.add("two"))).isTrue();

    assertThat(permits.tryAcquire(2)).isFalse();
    assertThat(permits.tryAcquire(1)).isTrue();
    assertThat(served).isEmpty();
  }

  @Test
  void whoWaitsIsServedInTurnByWhoReleases() {
    assertThat(permits.acquire(2, () -> served.add("first"))).isFalse();
    assertThat(permits.acquire(1, () -> served.add("second"))).isFalse();

    permits.release(1);
    assertThat(served).isEmpty();
    permits.release(2);
    assertThat(served).containsExactly("first", "second");
  }

  @Test
  void nobodyOvertakesWhoWaits() {
    assertThat(permits.acquire(2, () -> served.add("first"))).isFalse();
    permits.release(1);

    assertThat(permits.tryAcquire(1)).isFalse();
  }

  @Test
  void noPermitIsLostOrHandedOutTwice() {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    List<Passing> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(new Passing(inside, most));
    }
    all.forEach(passing -> ForkJoinPool.commonPool().execute(passing::enter));
    permits.release(3);
    all.forEach(passing -> passing.ended.join());

    assertThat(most.get()).isBetween(1, 3);
    assertThat(permits.tryAcquire(3)).isTrue();
    assertThat(permits.tryAcquire(1)).isFalse();
  }

  /** Takes a permit and gives it back, again and again, on whatever thread serves it. */
  private final class Passing {
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicInteger inside;
    private final AtomicInteger most;
    private int left = 200;

    Passing(AtomicInteger inside, AtomicInteger most) {
      this.inside = inside;
      this.most = most;
    }

    void enter() {
      if (permits.acquire(1, this::pass)) {
        pass();
      }
    }

    private void pass() {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      inside.decrementAndGet();
      left--;
      // Elsewhere, because who serves runs who is served.
      Runnable next = left > 0 ? this::enter : () -> ended.complete(null);
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                permits.release(1);
                next.run();
              });
    }
  }
}
