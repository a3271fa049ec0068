package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void equalSharesAreFairAndOneForAllIsNot() {
    assertThat(Fairness.jain(new int[] {3, 3, 3, 3})).isEqualTo(1);
    assertThat(Fairness.jain(new int[] {12, 0, 0, 0})).isEqualTo(0.25);
    assertThat(Fairness.jain(new int[4])).isNaN();
  }

  @Test
  void nobodyShouldGetMoreThanIsWantedOrThanTheOthers() {
    assertThat(Fairness.level(new int[] {10, 10, 10}, 15)).isEqualTo(5);
    assertThat(Fairness.level(new int[] {2, 10, 10}, 15)).isEqualTo(6.5);
    assertThat(Fairness.level(new int[] {2, 3, 4}, 9)).isEqualTo(4);
  }

  @Test
  void whoGetsAllThatWasWantedIsTreatedFairly() {
    assertThat(Fairness.jain(new int[] {1, 5, 9, 0}, new int[] {1, 5, 9, 0})).isEqualTo(1);
  }

  @Test
  void whereAllWantMoreOnlyWhatTheyGotCounts() {
    int[] got = {4, 6, 5};

    assertThat(Fairness.jain(new int[] {50, 70, 60}, got))
        .isEqualTo(Fairness.jain(got), within(1e-9));
  }

  @Test
  void whoGetsMoreForWantingMoreIsNotTreatedFairly() {
    assertThat(Fairness.jain(new int[] {1000, 10, 10, 10}, new int[] {100, 1, 1, 1}))
        .isLessThan(0.5);
  }
}
