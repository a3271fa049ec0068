package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.move;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.queue.TaskState.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SlotFixture slot = new SlotFixture();

  @Test
  void countersEqualWhatScanFindsAfterAnyHistory() {
    var history = new RandomHistory(slot, new Random(2024));
    for (int i = 0; i < 40; i++) {
      history.run(25);

      for (QueueStats stats : slot.survey().queues()) {
        List<Task> tasks = slot.tasks(stats.queue().name());
        assertThat(stats.available()).isEqualTo(count(tasks, Kind.AVAILABLE));
        assertThat(stats.leased()).isEqualTo(count(tasks, Kind.LEASED));
        assertThat(stats.delayed()).isEqualTo(count(tasks, Kind.DELAYED));
        assertThat(stats.entered() - stats.left()).isEqualTo(tasks.size());
      }
    }
  }

  private static long count(List<Task> tasks, Kind kind) {
    return tasks.stream().filter(task -> task.state().kind() == kind).count();
  }

  @Test
  void enteredAndLeftCountWhatCameAndWent() {
    slot.enqueue("q", "a", "b", "c");
    slot.update(slot.lease("q").dequeue());
    slot.update(cancel("q", "b"));

    assertThat(slot.stats("q").entered()).isEqualTo(3);
    assertThat(slot.stats("q").left()).isEqualTo(2);
  }

  @Test
  void moveLeavesOneQueueAndEntersAnother() {
    slot.enqueue("q", "a", "b");

    slot.update(move("q", "a", "r", "a"));

    assertThat(slot.stats("q").left()).isEqualTo(1);
    assertThat(slot.stats("r").entered()).isEqualTo(1);
  }

  @Test
  void ageOfTheHeadIsThatOfTheFirstAvailableTask() {
    slot.enqueue("q", "b");
    slot.pass(SECOND);
    slot.enqueue("q", "a");
    slot.pass(SECOND);

    assertThat(slot.stats("q").headAgeMillis()).isEqualTo(1000);
    slot.lease("q");
    assertThat(slot.stats("q").headAgeMillis()).isEqualTo(2000);
    slot.lease("q");
    assertThat(slot.stats("q").headAgeMillis()).isEqualTo(-1);
  }

  @Test
  void steadyEventsShowTheirRate() {
    for (int i = 0; i < 600; i++) {
      slot.pass(Duration.ofMillis(500));
      slot.enqueue("q", "%04d".formatted(i));
    }

    assertThat(slot.stats("q").last10s().enqueued()).isCloseTo(2, within(0.1));
    assertThat(slot.stats("q").last5min().enqueued()).isBetween(1.0, 2.0);
  }

  @Test
  void ratesFadeWithTime() {
    slot.enqueue("q", "a");
    double before = slot.stats("q").last10s().enqueued();

    slot.pass(Duration.ofSeconds(10));

    assertThat(slot.stats("q").last10s().enqueued()).isCloseTo(before / Math.E, within(1e-9));
  }

  @Test
  void everyKindOfEventHasItsRate() {
    slot.enqueue("q", "a", "b");
    slot.update(enqueue("q", "a"));
    var held = slot.lease("q", 2);
    slot.update(held.get(0).dequeue());
    slot.tick(MINUTE);

    QueueStats.Rates rates = slot.stats("q").last5min();

    double faded = Math.exp(-60.0 / 300) / 300;
    assertThat(rates.enqueued()).isCloseTo(2 * faded, within(1e-9));
    assertThat(rates.collapsed()).isCloseTo(faded, within(1e-9));
    assertThat(rates.leased()).isCloseTo(2 * faded, within(1e-9));
    assertThat(rates.dequeued()).isCloseTo(faded, within(1e-9));
    assertThat(rates.expired()).isCloseTo(1.0 / 300, within(1e-9));
  }

  @Test
  void meanLeaseTimeIsFromGrantToDequeue() {
    slot.enqueue("q", "a", "b", "c");
    Held first = slot.lease("q");
    Held second = slot.lease("q");
    slot.pass(SECOND);
    slot.update(first.dequeue());
    slot.update(second.renew(MINUTE));
    slot.pass(Duration.ofSeconds(2));
    slot.update(second.dequeue());

    assertThat(slot.stats("q").meanLeaseMillis()).isCloseTo(2000, within(10.0));
  }

  @Test
  void meanLeaseTimeIsUnknownBeforeTheFirstDequeue() {
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    slot.update(cancel("q", "b"));

    assertThat(slot.stats("q").meanLeaseMillis()).isEqualTo(-1);
  }

  @Test
  void sizesAndFlowSurviveCrashButRatesDoNot() {
    slot.enqueue("q", "a", "b", "c");
    slot.update(slot.lease("q").dequeue());

    slot.crash();

    QueueStats stats = slot.stats("q");
    assertThat(stats.available()).isEqualTo(2);
    assertThat(stats.entered()).isEqualTo(3);
    assertThat(stats.left()).isEqualTo(1);
    assertThat(stats.last5min()).isEqualTo(QueueStats.Rates.ZERO);
  }
}
