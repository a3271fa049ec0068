package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>(1);
  private final Turn<String> first = new Turn<>();
  private final Turn<String> second = new Turn<>();
  private final Turn<String> third = new Turn<>();

  @Test
  void oneClientIsServedInOrder() {
    add(first, "a1", 1);
    add(first, "a2", 7);
    add(first, "a3", 1);

    assertThat(takeAll()).containsExactly("a1", "a2", "a3");
  }

  @Test
  void clientsTakeTurns() {
    add(first, "a1", 1);
    add(first, "a2", 1);
    add(first, "a3", 1);
    add(second, "b1", 1);
    add(second, "b2", 1);
    add(third, "c1", 1);

    assertThat(takeAll()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
  }

  @Test
  void eventsThatCameTogetherAreServedTogetherAsFarAsATurnGoes() {
    var longTurns = new FairQueue<String>(2);
    for (int i = 1; i <= 3; i++) {
      add(longTurns, first, "a" + i, 1);
      add(longTurns, second, "b" + i, 1);
    }

    assertThat(takeAll(longTurns)).containsExactly("a1", "a2", "b1", "b2", "a3", "b3");
  }

  @Test
  void aTurnThatDoesNotPayForAnEventIsPaidBackWithLaterOnes() {
    var longTurns = new FairQueue<String>(2);
    add(longTurns, first, "a1", 5);
    add(longTurns, first, "a2", 1);
    for (int i = 1; i <= 7; i++) {
      add(longTurns, second, "b" + i, 1);
    }

    assertThat(takeAll(longTurns))
        .containsExactly("a1", "b1", "b2", "b3", "b4", "a2", "b5", "b6", "b7");
  }

  @Test
  void aCostlyEventIsWaitedForByItsOwnClient() {
    add(first, "a1", 3);
    add(first, "a2", 1);
    for (int i = 1; i <= 4; i++) {
      add(second, "b" + i, 1);
    }

    assertThat(takeAll()).containsExactly("a1", "b1", "b2", "b3", "a2", "b4");
  }

  @Test
  void hugeCostsAreNotCountedDownOneByOne() {
    for (Turn<String> turn : List.of(first, second, third)) {
      add(turn, "x", 1_000_000_000);
      add(turn, "y", 1_000_000_000);
    }

    assertThat(takeAll()).containsExactly("x", "x", "x", "y", "y", "y");
  }

  @Test
  void whoComesBackStartsAtTheEndOfTheRound() {
    add(first, "a1", 1);
    add(second, "b1", 1);
    add(second, "b2", 1);
    assertThat(queue.takeNext().event).isEqualTo("a1");

    add(first, "a2", 1);

    assertThat(takeAll()).containsExactly("b1", "a2", "b2");
  }

  @Test
  void theOldestCanBeTakenOutOfTurn() {
    add(first, "a1", 1);
    add(first, "a2", 1);
    add(second, "b1", 1);

    assertThat(queue.takeOldest().event).isEqualTo("a1");
    assertThat(queue.takeOldest().event).isEqualTo("a2");
    assertThat(takeAll()).containsExactly("b1");
    assertThat(queue.clients()).isZero();
  }

  @Test
  void nothingIsLostRepeatedOrOutOfTheOrderOfItsClient() {
    for (int seed = 0; seed < 200; seed++) {
      checkRandomUse(new Random(seed));
    }
  }

  private static void checkRandomUse(Random random) {
    FairQueue<Integer> queue = new FairQueue<>(1 + random.nextInt(4));
    List<Turn<Integer>> turns = List.of(new Turn<>(), new Turn<>(), new Turn<>(), new Turn<>());
    List<ArrayDeque<Integer>> expected = new ArrayList<>();
    turns.forEach(_ -> expected.add(new ArrayDeque<>()));
    int waiting = 0;
    for (int i = 0; i < 300; i++) {
      int client = random.nextInt(4);
      if (random.nextBoolean()) {
        var place = new Waiting<Integer>();
        place.event = client * 1000 + i;
        place.cost = 1 + random.nextInt(5);
        expected.get(client).add(place.event);
        queue.add(turns.get(client), place);
        waiting++;
      } else if (waiting > 0) {
        Integer event = random.nextInt(4) == 0 ? queue.takeOldest().event : queue.takeNext().event;
        int number = Objects.requireNonNull(event);
        assertThat(expected.get(number / 1000).poll()).isEqualTo(number);
        waiting--;
      }
      assertThat(queue.events()).isEqualTo(waiting);
    }
  }

  @Test
  void busyClientsGetTheSameCostWhateverTheirEventsCost() {
    long[] served = new long[2];
    for (int i = 0; i < 10_000; i++) {
      add(first, "a", 1);
      add(second, "b", 10);
    }

    for (int i = 0; i < 5_000; i++) {
      Waiting<String> taken = queue.takeNext();
      served["a".equals(taken.event) ? 0 : 1] += taken.cost;
    }

    assertThat((double) served[0]).isCloseTo((double) served[1], withPercentage(1));
  }

  private void add(Turn<String> turn, String event, int cost) {
    add(queue, turn, event, cost);
  }

  private static void add(FairQueue<String> queue, Turn<String> turn, String event, int cost) {
    var place = new Waiting<String>();
    place.event = event;
    place.cost = cost;
    queue.add(turn, place);
  }

  private List<String> takeAll() {
    return takeAll(queue);
  }

  private static List<String> takeAll(FairQueue<String> queue) {
    List<String> all = new ArrayList<>();
    while (queue.events() > 0) {
      all.add(String.valueOf(queue.takeNext().event));
    }
    return all;
  }
}
