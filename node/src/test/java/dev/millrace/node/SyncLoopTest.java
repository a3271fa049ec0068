package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SyncLoopTest {
  private final Semaphore syncs = new Semaphore(0);

  @Test
  void whatIsAskedForIsSynced() throws Exception {
    try (var loop = new SyncLoop(syncs::release, () -> {})) {
      loop.request();

      syncs.acquire();
    }
  }

  @Test
  void whatIsWrittenDuringASyncIsSyncedByAnother() throws Exception {
    var begun = new CountDownLatch(1);
    var written = new CountDownLatch(1);
    Runnable sync =
        () -> {
          begun.countDown();
          await(written);
          syncs.release();
        };
    try (var loop = new SyncLoop(sync, () -> {})) {
      loop.request();
      begun.await();
      loop.request();
      written.countDown();

      syncs.acquire(2);
    }
  }

  @Test
  void nothingIsSyncedUnasked() {
    var loop = new SyncLoop(syncs::release, () -> {});

    loop.close();

    assertThat(syncs.availablePermits()).isZero();
  }

  @Test
  void aFailureIsTold() throws Exception {
    var told = new CountDownLatch(1);
    Runnable sync =
        () -> {
          throw new IllegalStateException("told to fail");
        };
    try (var loop = new SyncLoop(sync, told::countDown)) {
      loop.request();

      told.await();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
