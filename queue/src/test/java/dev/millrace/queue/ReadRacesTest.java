package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Leased;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens while something is read from the store must count. */
final class ReadRacesTest {
  private final StoredSlotFixture slot = StoredSlotFixture.forgetful();

  private static final Command SURVEY =
      new Command.Survey(
          new NameFilter(null, NamePattern.ANY), 0, Long.MAX_VALUE, QueueOrder.BY_NAME, 10, null);

  private static Command cancel(String queue, String pid) {
    return Command.Update.of(new Element.Dequeue(QueueName.of(queue), Pid.of(pid), Task.NO_LEASE));
  }

  private static Element delayed(String queue, String pid, long millis) {
    return new Element.Enqueue(
        QueueName.of(queue),
        Pid.of(pid),
        Payload.EMPTY,
        new Start.After(millis),
        OnConflict.KEEP,
        null);
  }

  @Test
  void headAgeIsThatOfTheNextTaskWhenTheFirstIsCancelled() {
    slot.enqueue("q", "a");
    slot.pass(10);
    slot.enqueue("q", "b");
    slot.checkpoint();
    slot.pass(5);

    slot.execute(cancel("q", "a"));

    var survey = (Reply.Surveyed) slot.execute(SURVEY);
    assertThat(survey.queues().getFirst().headAgeMillis()).isEqualTo(5);
  }

  @Test
  void enqueueThatWasTriedInVainDoesNotHideTheTaskInTheStore() {
    slot.enqueue("q", "a", "b");
    slot.checkpoint();
    long version = slot.store().ticket();
    long caller = slot.submit(Command.Update.of(SampleElements.enqueue("q", "a")));
    Inquiry inquiry = slot.inquiry();
    List<Finding> findings = slot.store().read(inquiry.needs());
    slot.submit(Command.Update.of(SampleElements.enqueue("other", "x")));
    slot.checkpoint();

    slot.answer(inquiry, version, findings);
    slot.readAll();

    assertThat(((Reply.Updated) slot.replyTo(caller)).results())
        .singleElement()
        .isInstanceOf(ElementResult.Collapsed.class);
  }

  @Test
  void readingDeadlinesEndsWhenOnlyOneIsKept() {
    var tight = new StoredSlotFixture(new Memory(0, 100, 1 << 20, 1, 1 << 20));
    tight.execute(Command.Update.of(delayed("q", "a", 500), delayed("q", "b", 500)));
    tight.checkpoint();
    tight.crash();

    tight.execute(new Command.Tick());

    assertThat(tight.slot().nextWakeMillis()).isGreaterThan(tight.slot().timeMillis());
  }

  @Test
  void renewAllRenewsLeasesThatLeaveMemoryWhileOthersAreRead() {
    slot.enqueue("q", "a");
    slot.enqueue("other", "b");
    slot.lease(SampleLease.from("q").by("h"));
    slot.checkpoint();
    slot.lease(SampleLease.from("other").by("h"));
    long caller = slot.submit(new Command.RenewAll("h", 300_000, null));
    slot.readLast();
    assertThat(slot.reply(caller)).isEmpty();

    slot.checkpoint();
    slot.readAll();

    assertThat(slot.replyTo(caller)).isEqualTo(new Reply.RenewedAll(2));
    var found = (Reply.Found) slot.execute(new Command.Get(QueueName.of("other"), Pid.of("b")));
    assertThat(found.task().state())
        .isInstanceOfSatisfying(
            Leased.class,
            leased ->
                assertThat(leased.untilMillis()).isEqualTo(slot.slot().timeMillis() + 300_000));
  }

  @Test
  void peekShowsNothingOfAQueueThatWasDeletedMeanwhile() {
    QueueName queue = QueueName.of("q");
    slot.enqueue("q", "a");
    slot.checkpoint();
    long caller = slot.submit(new Command.Peek(queue, Pid.EMPTY, null, null, null, 10));
    slot.submit(new Command.DeleteQueue(queue, null));
    slot.submit(Command.Update.of(SampleElements.enqueue("q", "b")));
    slot.checkpoint();

    slot.readAll();

    assertThat(((Reply.Peeked) slot.replyTo(caller)).tasks())
        .extracting(task -> task.pid().toString())
        .containsExactly("b");
  }
}
