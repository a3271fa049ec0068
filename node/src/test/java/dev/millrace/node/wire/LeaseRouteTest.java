package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.groupOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.wire.LeaseRoute.Share;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.QueueName;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseRouteTest {
  private static final int SLOTS = 4;
  private static final QueueName A0 = new QueueName(groupOf(0, SLOTS), "a");
  private static final QueueName B0 = new QueueName(groupOf(0, SLOTS), "b");
  private static final QueueName C1 = new QueueName(groupOf(1, SLOTS), "c");
  private static final QueueName D0 = new QueueName(groupOf(0, SLOTS), "d");

  @Test
  void queuesOfOneSlotAreOneShare() {
    assertThat(LeaseRoute.round(queues(A0, B0, D0), SLOTS, 1))
        .containsExactly(share(0, A0, B0, D0));
  }

  @Test
  void orderOfPreferenceIsKeptOverSlots() {
    assertThat(LeaseRoute.round(queues(A0, B0, C1, D0), SLOTS, 1))
        .containsExactly(share(0, A0, B0), share(1, C1), share(0, D0));
  }

  @Test
  void whoWaitsWaitsOnceInEachSlot() {
    var round = LeaseRoute.round(queues(A0, C1, D0), SLOTS, 1);

    assertThat(LeaseRoute.perSlot(round)).containsExactly(share(0, A0, D0), share(1, C1));
  }

  @Test
  void patternOfAGroupIsOneShare() {
    var source = new Source.Matching(new NameFilter(groupOf(2, SLOTS), NamePattern.ANY));

    assertThat(LeaseRoute.round(source, SLOTS, 1)).containsExactly(new Share(2, source));
  }

  @Test
  void patternOverAllGroupsAsksEverySlotInAnOrderDrawnByLot() {
    var source = new Source.Matching(new NameFilter(null, NamePattern.ANY));

    var first = new int[SLOTS];
    for (int lot = 0; lot < 4000; lot++) {
      var round = LeaseRoute.round(source, SLOTS, lot);
      assertThat(round.stream().map(Share::slot)).containsExactlyInAnyOrder(0, 1, 2, 3);
      first[round.getFirst().slot()]++;
    }

    assertThat(IntStream.of(first)).allMatch(times -> times > 800 && times < 1200);
    assertThat(LeaseRoute.round(source, SLOTS, 7)).isEqualTo(LeaseRoute.round(source, SLOTS, 7));
  }

  private static Source queues(QueueName... queues) {
    return new Source.Queues(List.of(queues));
  }

  private static Share share(int slot, QueueName... queues) {
    return new Share(slot, new Source.Queues(Arrays.asList(queues)));
  }
}
