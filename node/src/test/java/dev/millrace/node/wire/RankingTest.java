package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueOrder.By;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {
  private static final int KEYS = 2_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyPageIsThatOfTheSortedKeys(boolean descending) {
    QueueOrder order = new QueueOrder(By.TASKS, descending);
    Random random = new Random(7);
    List<QueueOrder.Key> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      keys.add(new QueueOrder.Key(random.nextInt(50), QueueName.of("q" + i)));
    }
    List<QueueOrder.Key> sorted = keys.stream().sorted(order.comparator()).toList();

    for (int skip = 0; skip < KEYS + 50; skip += 37) {
      Collections.shuffle(keys, random);
      assertThat(new Ranking(keys, order).from(skip, 100))
          .isEqualTo(sorted.subList(Math.min(KEYS, skip), Math.min(KEYS, skip + 100)));
    }
  }
}
