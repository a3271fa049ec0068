package dev.millrace.cli;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Repeats a call while the server asks for time or is away, with growing pauses. The call must
 * carry a request id: it may have been executed already.
 */
final class Patience {
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

  private final Duration limit;
  private final Watch watch;

  /** A server that was never there isn't waited for: the address is wrong, or nobody started it. */
  private volatile boolean reached;

  /** What time is it, and waking up later; moved by hand in tests. */
  interface Watch {
    Watch REAL =
        new Watch() {
          @Override
          public long nanoTime() {
            return System.nanoTime();
          }

          @Override
          public void pause(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
          }
        };

    long nanoTime();

    void pause(Duration duration) throws InterruptedException;
  }

  /** Gives up when this much time has passed without success. */
  Patience(Duration limit, Watch watch) {
    this.limit = limit;
    this.watch = watch;
  }

  <T> T call(Supplier<T> call) throws InterruptedException {
    var start = watch.nanoTime();
    var pause = PAUSE_MIN;
    var unknown = false;
    while (true) {
      try {
        var result = call.get();
        reached = true;
        return result;
      } catch (Failure failure) {
        reached |= !failure.code().equals("UNREACHABLE");
        unknown |= failure.exitCode() == ExitCode.OUTCOME_UNKNOWN;
        var wait =
            failure.retryAfter().filter(asked -> asked.compareTo(PAUSE_MAX) < 0).orElse(pause);
        var waited = Duration.ofNanos(watch.nanoTime() - start);
        if (!isWorthRepeating(failure) || waited.plus(wait).compareTo(limit) > 0) {
          throw unknown ? failure.withOutcomeUnknown() : failure;
        }
        watch.pause(wait);
        pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
      }
    }
  }

  private boolean isWorthRepeating(Failure failure) {
    return switch (failure.exitCode()) {
      case TRY_LATER -> reached;
      // What the server has forgotten stays unknown.
      case OUTCOME_UNKNOWN -> !failure.code().equals("REQUEST_TOO_OLD");
      case OK, FAILED, INVALID, NOTHING_THERE, REFUSED, INCOMPLETE, NOT_ALLOWED -> false;
    };
  }
}
