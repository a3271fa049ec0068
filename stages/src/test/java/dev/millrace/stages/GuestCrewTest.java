package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuestCrewTest {
  private final HandHost host = new HandHost();
  private final GuestCrew crew = new GuestCrew(host, () -> true);
  private final List<String> handled = new ArrayList<>();
  private long wakeNanos = BatchHandler.NEVER;
  private boolean isHeldUp;

  /** Two events are the most that it takes at once. */
  private final QueueStage<String> stage =
      QueueStage.start(
          new StageConfig("stage", 10, 2),
          new BatchHandler<>() {
            @Override
            public void handle(List<String> batch) {
              handled.add(String.join("+", batch));
            }

            @Override
            public boolean isHeldUp() {
              return isHeldUp;
            }

            @Override
            public long nextWakeNanos() {
              return wakeNanos;
            }
          },
          (_, _) -> {},
          crew);

  @AfterEach
  void close() {
    host.shutdownNow();
  }

  /** The stage is asked once when it has to be called without an event. */
  private void begin() {
    host.runOnce();
    assertThat(handled).isEmpty();
  }

  private void offer(String... events) {
    for (String event : events) {
      assertThat(stage.offer(event).isAccepted()).isTrue();
    }
  }

  @Test
  void eventsAreHandledWhenItIsTheirTurnOnTheHost() {
    begin();
    offer("a", "b");
    assertThat(handled).isEmpty();

    host.runOnce();

    assertThat(handled).containsExactly("a+b");
  }

  @Test
  void hostIsToldOnceOfAllThatComes() {
    begin();

    offer("a", "b");

    assertThat(host.due()).isEqualTo(1);
  }

  @Test
  void afterABatchItIsTheHostsTurn() {
    begin();
    offer("a", "b", "c");

    host.runOnce();

    assertThat(handled).containsExactly("a+b");
    assertThat(host.due()).isZero();
    host.runLater();
    assertThat(handled).containsExactly("a+b", "c");
  }

  @Test
  void hostHasNothingToDoForACrewWithoutWork() {
    begin();
    offer("a");
    host.runOnce();

    assertThat(host.due()).isZero();
    assertThat(host.scheduled()).isZero();
  }

  @Test
  void stageIsCalledAtItsTimeWithoutAnEvent() {
    wakeNanos = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    begin();
    assertThat(host.nextDelayNanos()).isPositive();
    wakeNanos = System.nanoTime() - 1;
    offer("a");
    host.runOnce();

    // Its time has come, and it gave no later one.
    host.runLater();

    assertThat(handled).containsExactly("a", "");
  }

  @Test
  void earlierTimeTakesThePlaceOfALaterOne() {
    wakeNanos = System.nanoTime() + TimeUnit.HOURS.toNanos(2);
    begin();
    wakeNanos = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    offer("a");
    host.runOnce();

    assertThat(host.scheduled()).isEqualTo(1);
    assertThat(host.nextDelayNanos()).isLessThanOrEqualTo(TimeUnit.HOURS.toNanos(1));
  }

  @Test
  void laterTimeLeavesTheAlarmThatIsSet() {
    wakeNanos = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    begin();
    wakeNanos += TimeUnit.HOURS.toNanos(1);
    offer("a");
    host.runOnce();
    assertThat(host.scheduled()).isEqualTo(1);

    host.runLater();
    host.runOnce();

    assertThat(handled).containsExactly("a");
    assertThat(host.nextDelayNanos()).isGreaterThan(TimeUnit.HOURS.toNanos(1));
  }

  @Test
  void stageThatIsHeldUpIsAskedAgainSoon() {
    begin();
    offer("a");
    isHeldUp = true;
    host.runOnce();
    assertThat(handled).isEmpty();
    assertThat(host.nextDelayNanos()).isBetween(1L, TimeUnit.SECONDS.toNanos(1));

    isHeldUp = false;
    host.runLater();
    host.runOnce();

    assertThat(handled).containsExactly("a");
  }

  @Test
  void closedStageThatIsHeldUpHandlesItsEventsLater() {
    begin();
    offer("a");
    isHeldUp = true;
    stage.close();
    host.runOnce();
    assertThat(handled).isEmpty();

    isHeldUp = false;
    host.runLater();
    host.runOnce();

    assertThat(handled).containsExactly("a");
  }

  @Test
  void closedStageHandlesWhatItAcceptedAndLeaves() {
    begin();
    offer("a");

    stage.close();
    host.runOnce();

    assertThat(handled).containsExactly("a");
    assertThat(host.due()).isZero();
    assertThat(host.scheduled()).isZero();
  }

  @Test
  void eventsOfAStageOnTheHostAreCountedAsItsOwn() {
    var next =
        QueueStage.<String>start(new StageConfig("next", 10, 2), _ -> {}, (_, _) -> {}, crew);
    var first =
        QueueStage.<String>start(
            new StageConfig("first", 10, 2),
            batch -> batch.forEach(event -> assertThat(next.offer(event).isAccepted()).isTrue()),
            (_, _) -> {},
            crew);
    assertThat(first.offer("a").isAccepted()).isTrue();

    host.runOnce();

    assertThat(next.observe().sources()).containsEntry("first", 1L);
    assertThat(first.observe().sources()).containsEntry(Observation.OUTSIDE, 1L);
  }
}
