package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RosterTest {
  private final SlotState state = new SlotState(0, Limits.DEFAULT, new HeadCache(Memory.UNLIMITED));
  private final Roster roster = state.queues().roster();

  @ParameterizedTest
  @CsvSource({
    "'',a,'',b",
    "'',b,a,a",
    "a,z,ab,a",
    "a,b,a,ba",
    // As UTF-16 has it: what takes two units comes before the last that take one.
    "'',\uD83D\uDE00,'',\uFF21"
  })
  void namesAreOrderedAsQueueNamesAre(String group, String name, String otherGroup, String other) {
    QueueName lower = new QueueName(group, name);
    QueueName higher = new QueueName(otherGroup, other);
    add(lower);
    add(higher);

    assertThat(lower).isLessThan(higher);
    assertThat(roster.compareName(0, Roster.charactersOf(higher))).isNegative();
    assertThat(roster.compareName(1, Roster.charactersOf(lower))).isPositive();
    assertThat(roster.compareName(1, Roster.charactersOf(higher))).isZero();
  }

  @Test
  void groupIsMatchedWholeAndNameByPattern() {
    add(new QueueName("ab", "c"));

    assertThat(matches(0, "ab", "c")).isTrue();
    assertThat(matches(0, "a", "bc")).isFalse();
    assertThat(matches(0, "abc", ".*")).isFalse();
    assertThat(matches(0, "ab", ".")).isTrue();
    assertThat(matches(0, "ab", "..")).isFalse();
  }

  @Test
  void queuesThatComeAndGoLeaveTheOthersWhereTheirPlacesSay() {
    Random random = new Random(7);
    List<Queue> there = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      if (there.isEmpty() || random.nextInt(5) < 3 - i / 2_500 * 2) {
        there.add(add(new QueueName("g" + i % 3, "x".repeat(random.nextInt(40)) + i)));
      } else {
        state.queues().remove(there.remove(random.nextInt(there.size())));
      }
      if (i % 100 == 0) {
        checkPlaces(there);
      }
    }
    checkPlaces(there);
  }

  private void checkPlaces(List<Queue> there) {
    assertThat(roster.queues()).containsExactlyInAnyOrderElementsOf(there);
    for (int place = 0; place < roster.count(); place++) {
      QueueName name = roster.queue(place).name;
      assertThat(roster.compareName(place, Roster.charactersOf(name))).isZero();
      assertThat(matches(place, name.group(), name.name())).isTrue();
    }
  }

  private Queue add(QueueName name) {
    return state.createQueue(name, 0);
  }

  private boolean matches(int place, String group, String pattern) {
    return roster.matches(place, new NameFilter(group, NamePattern.of(pattern)));
  }
}
