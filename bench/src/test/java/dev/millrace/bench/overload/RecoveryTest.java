package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.overload.Tally.Second;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  @Test
  void normalIsUpToTwiceAsSlowAsBefore() {
    assertThat(Recovery.seconds(50, List.of(second(99, 0), second(99, 0)))).isEqualTo(1);
    assertThat(Recovery.seconds(50, List.of(second(102, 0), second(102, 0)))).isNaN();
  }

  @Test
  void oneNormalSecondAloneIsLuck() {
    var seconds = List.of(second(40, 0), second(400, 0), second(50, 0), second(50, 0));

    assertThat(Recovery.seconds(50, seconds)).isEqualTo(3);
  }

  @Test
  void secondWithRefusalsIsNotNormal() {
    var seconds = List.of(second(40, 20), second(40, 20), second(40, 1), second(40, 0));

    assertThat(Recovery.seconds(50, seconds)).isEqualTo(3);
  }

  @Test
  void secondInWhichNothingIsAcceptedIsNotNormal() {
    assertThat(Recovery.seconds(50, List.of(new Second(), new Second()))).isNaN();
  }

  private static Second second(long millis, long refused) {
    var second = new Second();
    second.accepted.recordValueWithCount(millis * 1_000_000, 1000);
    second.refused = refused;
    return second;
  }
}
