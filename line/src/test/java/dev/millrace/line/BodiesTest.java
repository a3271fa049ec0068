package dev.millrace.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {
  private static final int LENGTH = 100_000;

  private final Bodies bodies = new Bodies(256 << 10);

  private static Frame message(byte[] array) {
    return new Frame(Line.Kind.MESSAGE, array, array.length);
  }

  @Test
  void whatWasGivenBackServesWhoNeedsAboutAsMuch() {
    byte[] first = bodies.take(LENGTH);
    bodies.give(message(first));

    assertThat(bodies.take(LENGTH + 10_000)).isSameAs(first);
    assertThat(bodies.take(LENGTH)).isNotSameAs(first);
  }

  @Test
  void whoNeedsMoreGetsANewOne() {
    byte[] small = bodies.take(LENGTH);
    bodies.give(message(small));

    assertThat(bodies.take(2 * LENGTH)).isNotSameAs(small).hasSizeGreaterThanOrEqualTo(2 * LENGTH);
  }

  @Test
  void lastOneGivenBackIsTheFirstToServe() {
    byte[] one = bodies.take(LENGTH);
    byte[] other = bodies.take(LENGTH);
    bodies.give(message(one));
    bodies.give(message(other));

    assertThat(bodies.take(LENGTH)).isSameAs(other);
    assertThat(bodies.take(LENGTH)).isSameAs(one);
  }

  @Test
  void noMoreIsKeptThanItMay() {
    byte[] one = bodies.take(LENGTH);
    byte[] other = bodies.take(LENGTH);
    byte[] beyond = bodies.take(LENGTH);
    bodies.give(message(one));
    bodies.give(message(other));
    bodies.give(message(beyond));

    assertThat(bodies.take(LENGTH)).isSameAs(other);
    assertThat(bodies.take(LENGTH)).isSameAs(one);
    assertThat(bodies.take(LENGTH)).isNotSameAs(beyond);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, Bodies.BYTES_MIN - 1, Bodies.BYTES_MAX + 1})
  void shortAndHugeOnesAreMadeToMeasure(int length) {
    byte[] array = bodies.take(length);
    assertThat(array).hasSize(length);

    bodies.give(message(array));

    assertThat(bodies.take(length)).isNotSameAs(array);
  }

  @Test
  void whoReadsAfterGivingBackFindsItSpoilt() {
    byte[] array = bodies.take(LENGTH);

    bodies.give(message(array));

    assertThat(array).containsOnly((byte) 0xdb);
  }

  @Test
  void nothingIsKeptWhereNothingMayBe() {
    var none = new Bodies(0);
    byte[] array = none.take(LENGTH);
    assertThat(array).hasSize(LENGTH);

    none.give(message(array));

    assertThat(none.take(LENGTH)).isNotSameAs(array);
  }
}
