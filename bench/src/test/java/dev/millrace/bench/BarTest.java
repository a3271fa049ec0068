package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarTest {
  @Test
  void lineTellsNameMeasurementLimitAndWhetherItIsMet() {
    assertThat(new Bar("a-b", 1.5, 2, "ms")).hasToString("bar a-b 1.5ms 2ms met");
    assertThat(new Bar("a", 2.00004, 2, "x")).hasToString("bar a 2x 2x short");
    assertThat(new Bar("a", 12_345.6, 100, "B")).hasToString("bar a 12346B 100B short");
    assertThat(new Bar("a", 0.004, 0.0041, "")).hasToString("bar a 0.004 0.0041 met");
    assertThat(new Bar("a", 0, 0, "")).hasToString("bar a 0 0 met");
  }

  @Test
  void barsToReachAreMetAbove() {
    assertThat(Bar.atLeast("a", 19.9, 20, "x")).hasToString("bar a 19.9x 20x short");
    assertThat(Bar.atLeast("a", 20, 20, "x")).hasToString("bar a 20x 20x met");
  }

  @Test
  void whatIsNotMeasuredIsShort() {
    assertThat(Bar.unmeasured("a", 1, "s")).hasToString("bar a unmeasured 1s short");
    assertThat(Bar.atLeast("a", Double.NaN, 1, "s")).hasToString("bar a unmeasured 1s short");
  }
}
