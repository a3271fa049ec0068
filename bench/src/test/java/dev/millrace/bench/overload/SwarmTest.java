package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SwarmTest {
  private static final long SECOND = 1_000_000_000;

  private final List<Long> meant = new ArrayList<>();
  private final Recorder client = new Recorder();
  private final Swarm swarm = new Swarm(List.of(client), 1, new Random(1));

  @Test
  void whatIsDueIsSentHoweverLateAndWithoutWaitingForAnswers() {
    swarm.begin(List.of(open(1000)), 0);

    assertThat(swarm.tick(SECOND / 2)).isTrue();

    assertThat(meant).hasSizeBetween(400, 600).isSorted().allMatch(time -> time < SECOND / 2);
  }

  @Test
  void phasesFollowEachOtherWithoutAPause() {
    swarm.begin(List.of(open(1000), open(10)), 0);

    assertThat(swarm.tick(2 * SECOND)).isFalse();

    assertThat(swarm.tallies()).hasSize(2);
    assertThat(swarm.tallies().getLast().fromNanos()).isEqualTo(SECOND);
    assertThat(meant).filteredOn(time -> time >= SECOND).hasSizeBetween(1, 30);
  }

  @Test
  void answerThatComesAfterTheEndCountsAsNone() {
    swarm.begin(List.of(open(1000)), 0);
    Tally tally = swarm.tallies().getFirst();
    tally.offered(0, 1, 1);

    var _ = swarm.end();
    tally.accepted(0, 1, 2);

    assertThat(tally.unanswered()).isEqualTo(1);
    assertThat(tally.accepted()).containsExactly(0);
  }

  @Test
  void closedLoopAsksAgainWhenItIsAnswered() {
    swarm.begin(List.of(Phase.closed(4, Duration.ZERO, Duration.ofSeconds(1))), 0);

    swarm.tick(1);
    swarm.tick(2);
    assertThat(meant).hasSize(4);

    client.underWay = 0;
    swarm.tick(3);
    assertThat(meant).hasSize(8);
  }

  @Test
  void closedLoopLetsAllClientsAskInTurn() {
    List<Recorder> many = Stream.generate(Recorder::new).limit(300).toList();
    var crowd = new Swarm(many, 300, new Random(1));
    crowd.begin(List.of(Phase.closed(1, Duration.ZERO, Duration.ofSeconds(1))), 0);

    crowd.tick(1);
    assertThat(many).filteredOn(one -> one.underWay > 0).hasSize(256);

    many.forEach(one -> one.underWay = 0);
    crowd.tick(2);
    assertThat(many.subList(256, 300)).allMatch(one -> one.underWay == 1);
    assertThat(many).filteredOn(one -> one.underWay > 0).hasSize(256);
  }

  private static Phase open(double perSecond) {
    return Phase.open(perSecond, Duration.ZERO, Duration.ofSeconds(1));
  }

  /** Notes what it is told to send. */
  private final class Recorder implements SwarmClient {
    private int underWay;

    @Override
    public void issue(Tally tally, long meantNanos, int requests) {
      for (int i = 0; i < requests; i++) {
        meant.add(meantNanos);
        underWay++;
      }
    }

    @Override
    public int underWay() {
      return underWay;
    }

    @Override
    public Queue queue() {
      return Queue.getDefaultInstance();
    }

    @Override
    public TaskBook book() {
      return new TaskBook();
    }
  }
}
