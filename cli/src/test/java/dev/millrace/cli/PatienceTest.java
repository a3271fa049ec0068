package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final ManualWatch watch = new ManualWatch();
  private final Patience patience = new Patience(Duration.ofSeconds(10), watch);
  private final Deque<Failure> failures = new ArrayDeque<>();

  @Test
  void overloadIsWaitedOutWithGrowingPauses() throws InterruptedException {
    fail(3, ExitCode.TRY_LATER, "OVERLOADED");

    assertThat(patience.call(this::call)).isEqualTo("done");
    assertThat(watch.pauses)
        .containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
  }

  @Test
  void serverMaySayHowLongToWait() throws InterruptedException {
    failures.add(
        new Failure(ExitCode.TRY_LATER, "OVERLOADED", "", Duration.ofMillis(700), -1, null));

    patience.call(this::call);

    assertThat(watch.pauses).containsExactly(Duration.ofMillis(700));
  }

  @Test
  void unknownOutcomeIsAskedAgain() throws InterruptedException {
    fail(1, ExitCode.OUTCOME_UNKNOWN, "OUTCOME_UNKNOWN");

    assertThat(patience.call(this::call)).isEqualTo("done");
  }

  @Test
  void patienceEnds() {
    fail(100, ExitCode.TRY_LATER, "OVERLOADED");

    assertThatThrownBy(() -> patience.call(this::call)).isInstanceOf(Failure.class);
    assertThat(watch.nanos).isLessThanOrEqualTo(Duration.ofSeconds(10).toNanos());
  }

  @Test
  void whatCanNeverSucceedIsNotRepeated() {
    fail(1, ExitCode.INVALID, "INVALID");

    assertThatThrownBy(() -> patience.call(this::call)).isInstanceOf(Failure.class);
    assertThat(watch.pauses).isEmpty();
  }

  @Test
  void requestThatTheServerForgotIsNotRepeated() {
    fail(1, ExitCode.OUTCOME_UNKNOWN, "REQUEST_TOO_OLD");

    assertThatThrownBy(() -> patience.call(this::call)).isInstanceOf(Failure.class);
  }

  @Test
  void serverThatWasNeverThereIsNotWaitedFor() {
    fail(1, ExitCode.TRY_LATER, "UNREACHABLE");

    assertThatThrownBy(() -> patience.call(this::call)).isInstanceOf(Failure.class);
    assertThat(watch.pauses).isEmpty();
  }

  @Test
  void serverThatWentAwayIsWaitedFor() throws InterruptedException {
    patience.call(this::call);
    fail(2, ExitCode.TRY_LATER, "UNREACHABLE");

    assertThat(patience.call(this::call)).isEqualTo("done");
  }

  @Test
  void oneUnknownOutcomeStaysUnknown() {
    fail(1, ExitCode.OUTCOME_UNKNOWN, "OUTCOME_UNKNOWN");
    fail(100, ExitCode.TRY_LATER, "UNREACHABLE");

    assertThatThrownBy(() -> patience.call(this::call))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.OUTCOME_UNKNOWN));
  }

  private void fail(int times, ExitCode exitCode, String code) {
    for (var i = 0; i < times; i++) {
      failures.add(new Failure(exitCode, code, ""));
    }
  }

  private String call() {
    if (failures.isEmpty()) {
      return "done";
    }
    throw failures.remove();
  }

  /** Time that passes only while somebody pauses. */
  private static final class ManualWatch implements Patience.Watch {
    private final List<Duration> pauses = new ArrayList<>();
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void pause(Duration duration) {
      pauses.add(duration);
      nanos += duration.toNanos();
    }
  }
}
