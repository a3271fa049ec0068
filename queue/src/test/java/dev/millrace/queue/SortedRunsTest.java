package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SortedRunsTest {
  private static final int ROUNDS = 20_000;

  /** An element is its key and when it was put. */
  private record Element(int key, int round) {}

  private final SortedRuns<Integer, Element> runs =
      new SortedRuns<>((key, element) -> Integer.compare(key, element.key));
  private final TreeMap<Integer, Element> expected = new TreeMap<>();
  private final Random random = new Random(1);

  @Test
  void nothingIsInNone() {
    assertThat(runs.first()).isNull();
    assertThat(runs.get(1)).isNull();
    assertThat(runs.remove(1)).isNull();
    assertThat(runs.from(1)).isEmpty();
    assertThat(runs).isEmpty();
  }

  @Test
  void isAsATreeMapWhenKeysComeInAnyOrder() {
    run(_ -> random.nextInt(1500), _ -> random.nextInt(1500));
  }

  @Test
  void isAsATreeMapWhenKeysComeAtTheEndAndGoAtTheBeginning() {
    run(round -> round, _ -> expected.isEmpty() ? 0 : expected.firstKey());
  }

  @Test
  void isAsATreeMapWhenKeysComeAtTheBeginningAndGoAtTheEnd() {
    run(round -> -round, _ -> expected.isEmpty() ? 0 : expected.lastKey());
  }

  /** Grows and shrinks in turn, so that runs are split and emptied. */
  private void run(IntUnaryOperator coming, IntUnaryOperator going) {
    for (int round = 0; round < ROUNDS; round++) {
      boolean grows = round / 2500 % 2 == 0;
      if (random.nextInt(100) < (grows ? 80 : 20)) {
        Element element = new Element(coming.applyAsInt(round), round);
        assertThat(runs.put(element.key, element)).isEqualTo(expected.put(element.key, element));
      } else {
        int key = going.applyAsInt(round);
        assertThat(runs.remove(key)).isEqualTo(expected.remove(key));
      }
      check(random.nextInt(1500));
      if (round % 500 == 0) {
        assertThat(runs).containsExactlyElementsOf(expected.values());
      }
    }
  }

  private void check(int key) {
    assertThat(runs.size()).isEqualTo(expected.size());
    assertThat(runs.isEmpty()).isEqualTo(expected.isEmpty());
    assertThat(runs.get(key)).isEqualTo(expected.get(key));
    var first = expected.firstEntry();
    assertThat(runs.first()).isEqualTo(first == null ? null : first.getValue());
    var next = expected.ceilingEntry(key);
    var from = runs.from(key).iterator();
    assertThat(from.hasNext() ? from.next() : null)
        .isEqualTo(next == null ? null : next.getValue());
  }
}
