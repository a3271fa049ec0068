package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LongMapTest {
  private final LongMap<String> map = new LongMap<>();

  @Test
  void findsWhatWasPutAndNothingElse() {
    map.put(0, "zero");
    map.put(-1, "minus one");

    assertThat(map.get(0)).isEqualTo("zero");
    assertThat(map.get(-1)).isEqualTo("minus one");
    assertThat(map.get(1)).isNull();
  }

  @Test
  void secondValueTakesThePlaceOfTheFirst() {
    map.put(7, "first");
    map.put(7, "second");

    assertThat(map.get(7)).isEqualTo("second");
    assertThat(map.size()).isEqualTo(1);
  }

  @Test
  void isAsAHashMapOverAnyHistory() {
    Random random = new Random(1);
    Map<Long, String> expected = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      // Few numbers, so that they meet; some of them far apart.
      long number = random.nextLong(200) * (random.nextBoolean() ? 1 : 1L << 40);
      if (random.nextInt(100) < (i / 10_000 % 2 == 0 ? 60 : 40)) {
        expected.put(number, "value " + i);
        map.put(number, "value " + i);
      } else {
        assertThat(map.remove(number)).isEqualTo(expected.remove(number));
      }
      assertThat(map.get(number)).isEqualTo(expected.get(number));
      assertThat(map.size()).isEqualTo(expected.size());
    }
    assertThat(LongStream.of(map.numbers()).boxed())
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach((number, value) -> assertThat(map.get(number)).isEqualTo(value));
  }
}
