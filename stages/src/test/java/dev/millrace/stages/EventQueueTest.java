package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.DelayBound;
import dev.millrace.stages.control.FixedBatch;
import dev.millrace.stages.control.RateLimit;
import dev.millrace.stages.control.StageSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long TENTH = 100 * MILLI;
  private static final List<PriorityClass> CLASSES =
      List.of(new PriorityClass("complete", 1.5), new PriorityClass("enqueue", 1));

  /** Always the same bound. */
  private record Fixed(double waitingMax) implements AdmissionRule {
    @Override
    public Bound first() {
      return new Bound(waitingMax, 500 * MILLI, 100);
    }

    @Override
    public Bound next(Bound last, StageSample sample) {
      return last;
    }
  }

  @Test
  void classesAreServedInTheirOrder() {
    var queue = queue(10);
    offer(queue, queue.client("a"), 1, "enqueue", 0);
    offer(queue, queue.client("a"), 0, "complete", 0);

    assertThat(take(queue, 1)).containsExactly("complete", "enqueue");
  }

  @Test
  void eventsOfOneClientStayInOrderWhateverTheirClass() {
    var queue = queue(10);
    var client = queue.client("a");
    offer(queue, client, 0, "c1", 0);
    offer(queue, client, 1, "e1", 0);
    offer(queue, client, 0, "c2", 0);
    offer(queue, queue.client("b"), 0, "other", 0);

    assertThat(take(queue, 1)).containsExactly("c1", "other", "e1", "c2");
  }

  @Test
  void whatIsOverdueGoesFirstWhateverItsClass() {
    var queue = queue(10);
    offer(queue, queue.client("a"), 1, "enqueue", 0);
    offer(queue, queue.client("b"), 0, "complete", 200 * MILLI);

    assertThat(take(queue, 400 * MILLI)).containsExactly("enqueue", "complete");
  }

  @Test
  void classesBehindDontDelayAndDontCount() {
    var queue = queue(2);
    var client = queue.client("a");
    offer(queue, client, 1, "e1", 0);
    offer(queue, client, 1, "e2", 0);

    assertThat(reason(queue, client, 1)).isEqualTo(Reason.BUSY);
    var other = queue.client("b");
    offer(queue, other, 0, "c1", 0);
    offer(queue, other, 0, "c2", 0);
    offer(queue, other, 0, "c3", 0);
    assertThat(reason(queue, other, 0)).isEqualTo(Reason.BUSY);
  }

  @Test
  void completionIsTakenWhenAnEnqueueOfTheSameClientIsNot() {
    var queue = queue(2);
    var client = queue.client("a");
    offer(queue, client, 1, "e1", 0);
    offer(queue, client, 1, "e2", 0);

    assertThat(reason(queue, client, 1)).isEqualTo(Reason.BUSY);
    offer(queue, client, 0, "c1", 0);
  }

  @Test
  void whatIsInTheHandlerCounts() {
    var queue = queue(1);
    var client = queue.client("a");
    offer(queue, client, 1, "e1", 0);
    List<String> batch = new ArrayList<>();
    long cost = queue.take(batch, 1);

    assertThat(reason(queue, client, 1)).isEqualTo(Reason.BUSY);
    queue.handled(cost);
    assertThat(queue.offer(client, 1, "e2", 1, 2).isAccepted()).isTrue();
  }

  @Test
  void aClientWithItsShareIsRefusedWhileAnotherGetsIn() {
    var queue = queue(4);
    var greedy = queue.client("greedy");
    var modest = queue.client("modest");
    offer(queue, greedy, 1, "g1", 0);
    offer(queue, modest, 1, "m1", 0);
    offer(queue, greedy, 1, "g2", 0);

    assertThat(reason(queue, greedy, 1)).isEqualTo(Reason.SHARE);
    assertThat(queue.offer(modest, 1, "m2", 1, 0).isAccepted()).isTrue();
  }

  @Test
  void whatClassesBeforeTookIsNotLeftToAClass() {
    var queue = queue(100);
    var completing = queue.client("a");
    for (int sample = 0; sample < 40; sample++) {
      for (int i = 0; i < 3; i++) {
        offer(queue, completing, 0, "complete", sample * TENTH);
      }
      offer(queue, queue.client("b"), 1, "enqueue", sample * TENTH);
      queue.handled(queue.take(new ArrayList<>(), sample * TENTH));
    }

    int taken = 0;
    while (queue.offer(queue.client("new"), 1, "enqueue", 1, 4000 * MILLI).isAccepted()) {
      taken++;
    }
    assertThat(taken).isBetween(24, 27);
  }

  @Test
  void aClassThatGetsNothingHoldsBackNoOther() {
    var queue = queue(10);
    var first = queue.client("a");
    var second = queue.client("b");
    for (int sample = 0; sample < 40; sample++) {
      offer(queue, first, 0, "complete", sample * TENTH);
      offer(queue, second, 0, "complete", sample * TENTH);
      queue.handled(queue.take(new ArrayList<>(), sample * TENTH));
    }
    while (queue.offer(queue.client("new"), 1, "enqueue", 1, 4000 * MILLI).isAccepted()) {
      // until it is full
    }

    assertThat(queue.offer(first, 0, "complete", 1, 4000 * MILLI).isAccepted()).isTrue();
  }

  @Test
  void aClientAloneMayFillTheQueue() {
    var queue = queue(4);
    var client = queue.client("alone");

    for (int i = 0; i < 4; i++) {
      assertThat(queue.offer(client, 1, "e", 1, 0).isAccepted()).isTrue();
    }
    assertThat(reason(queue, client, 1)).isEqualTo(Reason.BUSY);
  }

  @Test
  void nothingIsAdmittedBehindWhatIsStuck() {
    var queue = queue(10);
    var client = queue.client("a");
    offer(queue, client, 1, "e1", 0);

    assertThat(queue.offer(client, 1, "e2", 1, 500 * MILLI).isAccepted()).isTrue();
    assertThat(queue.offer(client, 1, "e3", 1, 501 * MILLI).isAccepted()).isFalse();
  }

  @Test
  void aHeldClassWaitsUntilItIsLetGoOrOverdue() {
    var queue = queue(10);
    var client = queue.client("a");
    queue.hold(1, true);
    offer(queue, client, 1, "e1", 0);
    offer(queue, client, 1, "e2", 200 * MILLI);
    offer(queue, queue.client("b"), 0, "c1", 0);

    assertThat(take(queue, 250 * MILLI)).containsExactly("c1");
    assertThat(queue.isReady(250 * MILLI)).isFalse();
    assertThat(take(queue, 300 * MILLI)).containsExactly("e1");
    queue.hold(1, false);
    assertThat(take(queue, 300 * MILLI)).containsExactly("e2");
  }

  @Test
  void placesBoundTheQueueWhateverTheRuleSays() {
    var queue = new EventQueue<String>(new StageConfig("s", 2, 10), 0);
    var client = queue.client("a");
    offer(queue, client, 0, "e1", 0);
    offer(queue, client, 0, "e2", 0);

    assertThat(reason(queue, client, 0)).isEqualTo(Reason.FULL);
  }

  @Test
  void refusalSaysWhenWhatWaitsWillBeDone() {
    var queue = queue(4);
    var client = queue.client("a");
    for (int i = 0; i < 4; i++) {
      offer(queue, client, 1, "e", 0);
    }

    assertThat(((Refused) queue.offer(client, 1, "e", 1, 0)).retryAfter())
        .isEqualTo(Duration.ofMillis(40));
  }

  @Test
  void rateBoundsWhatIsTaken() {
    var queue =
        new EventQueue<String>(new StageConfig("s", 10, 10).with(new RateLimit(1000, 1, 0)), 0);
    var client = queue.client("a");
    offer(queue, client, 0, "e1", 0);

    assertThat(queue.offer(client, 0, "e2", 1, 0))
        .isEqualTo(new Refused(Reason.RATE, Duration.ofMillis(1)));
    assertThat(queue.offer(client, 0, "e2", 1, MILLI).isAccepted()).isTrue();
  }

  @Test
  void boundFollowsTheRateOfTheStage() {
    var rule = new DelayBound(Duration.ofMillis(500), Duration.ofSeconds(1), 1, 100);
    var queue = new EventQueue<String>(new StageConfig("s", 100_000, 1).with(rule), 0);
    var client = queue.client("a");

    for (int milli = 0; milli < 5000; milli++) {
      for (int i = 0; i < 3; i++) {
        var _ = queue.offer(client, 0, "e", 1, milli * MILLI);
      }
      queue.handled(queue.take(new ArrayList<>(), milli * MILLI));
    }

    assertThat(queue.bound().ratePerSecond()).isBetween(980.0, 1020.0);
    assertThat(queue.events()).isBetween(480, 520);
  }

  private static EventQueue<String> queue(double waitingMax) {
    return new EventQueue<>(
        new StageConfig("s", 1000, 10)
            .with(new Fixed(waitingMax))
            .with(new FixedBatch(10))
            .with(new ServiceOrder(CLASSES, 1, Duration.ofMillis(300))),
        0);
  }

  private static void offer(
      EventQueue<String> queue, Client<String> client, int priority, String event, long now) {
    assertThat(queue.offer(client, priority, event, 1, now).isAccepted()).isTrue();
  }

  private static Reason reason(EventQueue<String> queue, Client<String> client, int priority) {
    return ((Refused) queue.offer(client, priority, "refused", 1, 0)).reason();
  }

  private static List<String> take(EventQueue<String> queue, long now) {
    List<String> taken = new ArrayList<>();
    var _ = queue.take(taken, now);
    return taken;
  }
}
