package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallMapTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 1000})
  void findsEachOfFewAndOfMany(int count) {
    SmallMap<String, Integer> map = mapOf(count);

    for (int i = 0; i < count; i++) {
      assertThat(map.get("key " + i)).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 9})
  void hasNothingUnderAnotherKey(int count) {
    assertThat(mapOf(count).get("another")).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 1000})
  void keepsTheOrderInWhichTheyCame(int count) {
    SmallMap<String, Integer> map = mapOf(count);

    assertThat(map.values()).containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
    assertThat(map.keys())
        .containsExactlyElementsOf(IntStream.range(0, count).mapToObj(i -> "key " + i).toList());
  }

  @Test
  void isEmptyUntilSomethingIsAdded() {
    assertThat(mapOf(0).isEmpty()).isTrue();
    assertThat(mapOf(1).isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 2000})
  void isAsNewWhenCleared(int count) {
    SmallMap<String, Integer> map = mapOf(count);
    map.clear();
    map.add("another", 1);

    assertThat(map.get("key 0")).isNull();
    assertThat(map.get("another")).isEqualTo(1);
    assertThat(map.keys()).containsExactly("another");
    assertThat(map.values()).containsExactly(1);
  }

  private static SmallMap<String, Integer> mapOf(int count) {
    SmallMap<String, Integer> map = new SmallMap<>();
    for (int i = 0; i < count; i++) {
      map.add("key " + i, i);
    }
    return map;
  }
}
