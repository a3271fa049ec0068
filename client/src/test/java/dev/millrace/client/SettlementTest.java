package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SettlementTest {
  private final Settlement settlement = new Settlement();

  private void end(long from, long to) {
    for (long sequence = from; sequence <= to; sequence++) {
      settlement.end(sequence);
    }
  }

  @Test
  void nothingIsSettledBeforeTheFirstCallHasEnded() {
    settlement.end(2);

    assertThat(settlement.upTo()).isEqualTo(0);
  }

  @Test
  void settledUpToTheFirstThatHasNotEnded() {
    end(1, 3);
    end(5, 6);

    assertThat(settlement.upTo()).isEqualTo(3);
    settlement.end(4);
    assertThat(settlement.upTo()).isEqualTo(6);
  }

  @Test
  void goesOnThroughManyCalls() {
    end(1, 99_999);
    settlement.end(100_001);

    assertThat(settlement.upTo()).isEqualTo(99_999);
    settlement.end(100_000);
    assertThat(settlement.upTo()).isEqualTo(100_001);
  }

  @Test
  void callThatAGreatManyHaveOvertakenHoldsNothingUp() {
    long last = 2 + Settlement.OVERTAKEN;
    end(2, last);

    assertThat(settlement.upTo()).isEqualTo(last);
    settlement.end(1);
    assertThat(settlement.upTo()).isEqualTo(last);
  }
}
