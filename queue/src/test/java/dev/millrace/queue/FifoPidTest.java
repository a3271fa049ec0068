package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.fifo;
import static dev.millrace.queue.SampleElements.move;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FifoPidTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void hasItsDocumentedForm() {
    assertThat(slot.enqueueFifo("q").toString()).matches("@[0-9a-v]{13}\\.[0-9a-v]{4}");
    assertThat(FifoPid.of(1, 0)).isEqualTo(Pid.of("@0000000000001.0000"));
    assertThat(FifoPid.of(33, 32)).isEqualTo(Pid.of("@0000000000011.0010"));
    assertThat(FifoPid.of(Long.MAX_VALUE, 9999)).isEqualTo(Pid.of("@7vvvvvvvvvvvv.09of"));
  }

  @Test
  void orderOfPidsIsOrderOfTicketsAndElements() {
    Random random = new Random(5);
    for (int i = 0; i < 1000; i++) {
      long ticket = random.nextLong() >>> (1 + random.nextInt(60));
      int index = random.nextInt(9999);

      assertThat(FifoPid.of(ticket, index)).isLessThan(FifoPid.of(ticket, index + 1));
      assertThat(FifoPid.of(ticket, 9999)).isLessThan(FifoPid.of(ticket + 1, 0));
    }
  }

  @Test
  void tasksWithoutPidComeOutInTheOrderInWhichTheyCame() {
    List<Pid> given = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      given.add(slot.enqueueFifo("q"));
    }

    assertThat(slot.lease("q", 50)).extracting(Held::pid).isEqualTo(given);
  }

  @Test
  void elementsOfOneUpdateKeepTheirOrder() {
    slot.update(fifo("q", "1"), fifo("q", "2"), fifo("q", "3"));

    assertThat(slot.lease("q", 3)).extracting(Held::data).containsExactly("1", "2", "3");
  }

  @Test
  void pidsGoOnGrowingOverCrash() {
    Pid before = slot.enqueueFifo("q");

    slot.crash();

    assertThat(slot.enqueueFifo("q")).isGreaterThan(before);
  }

  @Test
  void pidOfLostStepIsNotGivenAgain() {
    slot.enqueueFifo("q");
    Pid lost = slot.enqueueFifo("q");

    slot.crashKeeping(1);

    assertThat(slot.enqueueFifo("q")).isGreaterThan(lost);
  }

  @Test
  void pidsGoOnGrowingOverRecreationOfTheQueue() {
    Pid before = slot.enqueueFifo("q");
    slot.execute(new Command.DeleteQueue(QueueName.of("q"), null));

    assertThat(slot.enqueueFifo("q")).isGreaterThan(before);
  }

  @Test
  void failedUpdateGivesNoPidAway() {
    slot.refused(fifo("q", "x"), SampleElements.cancel("q", "nothing"));

    assertThat(slot.enqueueFifo("q")).isEqualTo(FifoPid.of(slot.lastTicket(), 0));
  }

  @Test
  void pidThatIsStillToComeIsInvalid() {
    Pid next = FifoPid.of(slot.lastTicket() + 1, 0);
    Pid later = FifoPid.of(Long.MAX_VALUE, 0);

    assertThat(slot.codeOf(enqueue(next))).isEqualTo(ErrorCode.INVALID);
    assertThat(slot.codeOf(enqueue(later))).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void moveToPidThatIsStillToComeIsInvalid() {
    slot.enqueue("q", "a");
    String next = FifoPid.of(slot.lastTicket() + 1, 0).toString();

    assertThat(slot.codeOf(move("q", "a", "q", next))).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void pidThatWasGivenMayBeUsedAgain() {
    Pid given = slot.enqueueFifo("q");
    slot.update(slot.lease("q").dequeue());

    assertThat(slot.apply(enqueue(given))).isEqualTo(new ElementResult.Created(given));
  }

  @Test
  void pidOfAlmostTheFormIsOrdinary() {
    String next = FifoPid.of(slot.lastTicket() + 1, 0).toString();

    slot.enqueue("q", next + "0", next.substring(1), next.replace('.', ':'), "@");
    slot.enqueue("q", "#" + next.substring(1), next.substring(0, 18) + "w", "@zzzzzzzzzzzzz.0000");

    assertThat(slot.tasks("q")).hasSize(7);
  }

  @Test
  void numberTooLargeForTicketIsOrdinary() {
    slot.enqueue("q", "@8000000000000.0000", "@vvvvvvvvvvvvv.vvvv");

    assertThat(slot.tasks("q")).hasSize(2);
  }

  @Test
  void fifoAndExplicitPidsAreOrderedByTheirBytes() {
    slot.enqueue("q", "z", "!");
    Pid given = slot.enqueueFifo("q");

    assertThat(slot.lease("q", 3))
        .extracting(Held::pid)
        .containsExactly(Pid.of("!"), given, Pid.of("z"));
  }

  private static Element enqueue(Pid pid) {
    return Element.Enqueue.of(QueueName.of("q"), pid, Payload.EMPTY);
  }
}
