package dev.millrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private final Permits permits = new Permits(0);

  @Test
  void whatIsThereIsTakenAtOnce() throws Exception {
    permits.release(3);

    permits.acquire(2);

    assertThat(permits.tryAcquire(2)).isFalse();
    assertThat(permits.tryAcquire(1)).isTrue();
  }

  @Test
  void nobodyOvertakesWhoWaits() throws Exception {
    var waiter = waiting(2);
    permits.release(1);

    assertThat(permits.tryAcquire(1)).isFalse();
    permits.release(1);
    waiter.join();
  }

  @Test
  void whoIsInterruptedGivesBackWhatWasHandedOver() throws Exception {
    var first = waiting(1);
    var second = waiting(1);

    first.interrupt();
    first.join();
    permits.release(1);

    second.join();
    assertThat(permits.tryAcquire(1)).isFalse();
  }

  @Test
  void noPermitIsLostOrHandedOutTwice() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      callers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int k = 0; k < 200; k++) {
                      pass(inside, most);
                    }
                  }));
    }
    permits.release(3);
    for (Thread caller : callers) {
      caller.join();
    }

    assertThat(most.get()).isBetween(1, 3);
    assertThat(permits.tryAcquire(3)).isTrue();
  }

  private void pass(AtomicInteger inside, AtomicInteger most) {
    try {
      permits.acquire(1);
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      Thread.onSpinWait();
      inside.decrementAndGet();
      permits.release(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Thread waiting(int number) {
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    permits.acquire(number);
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }
}
