package dev.millrace.queue;

import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeleteQueueTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void deletedQueueIsGoneWithAllItsTasks() {
    slot.enqueue("q", "a", "b");
    slot.enqueue("r", "c");

    Reply.Deleted reply = delete("q");

    assertThat(reply.queues()).isEqualTo(1);
    assertThat(reply.tasks()).isEqualTo(2);
    assertThat(slot.pids("q")).isEmpty();
    assertThat(slot.survey().queues())
        .extracting(QueueStats::queue)
        .containsExactly(QueueName.of("r"));
  }

  @Test
  void replyShowsTheQueueAsItWas() {
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    QueueStats before = slot.stats("q");

    assertThat(delete("q").sample()).containsExactly(before);
  }

  @Test
  void leasesOfDeletedQueueAreLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    delete("q");

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.codeOf(held.renew(MINUTE))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void queueThatComesLaterIsAnotherGeneration() {
    slot.enqueue("q", "a");
    long before = slot.stats("q").generation();
    delete("q");

    slot.enqueue("q", "a");

    QueueStats after = slot.stats("q");
    assertThat(after.generation()).isGreaterThan(before);
    assertThat(after.entered()).isEqualTo(1);
    assertThat(after.left()).isZero();
  }

  @Test
  void generationIsNotUsedAgainAfterCrash() {
    slot.enqueue("q", "a");
    long before = slot.stats("q").generation();
    delete("q");

    slot.crash();
    slot.enqueue("q", "a");

    assertThat(slot.stats("q").generation()).isGreaterThan(before);
  }

  @Test
  void deletionWritesTheSameHoweverManyTasksThereAre() {
    slot.enqueue("small", "a");
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      elements.add(SampleElements.fifo("large", "x"));
    }
    slot.update(elements.toArray(Element[]::new));

    int small = bytesOf(new Command.DeleteQueue(QueueName.of("small"), null));
    int large = bytesOf(new Command.DeleteQueue(QueueName.of("large"), null));

    assertThat(large).isEqualTo(small);
  }

  private int bytesOf(Command command) {
    slot.execute(command);
    return slot.lastStepBytes();
  }

  @Test
  void queueThatIsNotThereIsNotFound() {
    assertThat(codeOf(new Command.DeleteQueue(QueueName.of("q"), null)))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void queueWithoutTasksIsNotFound() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").dequeue());

    assertThat(codeOf(new Command.DeleteQueue(QueueName.of("q"), null)))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void deletionEndsPause() {
    slot.enqueue("q", "a");
    slot.execute(new Command.Pause(QueueName.of("q"), true));
    delete("q");

    slot.enqueue("q", "a");

    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void pausedQueueWithoutTasksCanBeDeleted() {
    slot.execute(new Command.Pause(QueueName.of("q"), true));

    assertThat(delete("q").tasks()).isZero();
    assertThat(slot.survey().queues()).isEmpty();
  }

  @Test
  void patternDeletesWhatMatchesWhenAsManyAsExpected() {
    slot.enqueue("t1", "a");
    slot.enqueue("t2", "a", "b");
    slot.enqueue("other", "a");

    Reply reply = slot.execute(matching("t.", 2, false));

    assertThat(reply).isInstanceOf(Reply.Deleted.class);
    assertThat(((Reply.Deleted) reply).tasks()).isEqualTo(3);
    assertThat(slot.survey().queues()).hasSize(1);
  }

  @Test
  void patternWithAnotherNumberOfQueuesIsConflict() {
    slot.enqueue("t1", "a");
    slot.enqueue("t2", "a");

    assertThat(codeOf(matching("t.", 1, false))).isEqualTo(ErrorCode.CONFLICT);
    assertThat(codeOf(matching("t.", 3, false))).isEqualTo(ErrorCode.CONFLICT);
    assertThat(slot.survey().queues()).hasSize(2);
  }

  @Test
  void dryRunTellsAndDeletesNothing() {
    slot.enqueue("t2", "a");
    slot.enqueue("t1", "a", "b");

    Reply.Deleted reply = (Reply.Deleted) slot.execute(matching("t.", 0, true));

    assertThat(reply.queues()).isEqualTo(2);
    assertThat(reply.tasks()).isEqualTo(3);
    assertThat(reply.sample())
        .extracting(stats -> stats.queue().name())
        .containsExactly("t1", "t2");
    assertThat(slot.survey().queues()).hasSize(2);
  }

  @Test
  void patternThatMatchesNothingDeletesNothing() {
    assertThat(slot.execute(matching("t.", 0, false)))
        .isEqualTo(new Reply.Deleted(List.of(), 0, 0));
  }

  @Test
  void patternDeletionIsOneStep() {
    slot.enqueue("t1", "a");
    slot.enqueue("t2", "a");
    int before = slot.journaledSteps();

    slot.execute(matching("t.", 2, false));

    assertThat(slot.journaledSteps()).isEqualTo(before + 1);
  }

  @Test
  void deletedQueueCanBeWaitedFor() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));

    delete("q");
    slot.enqueue("q", "c");

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("c");
  }

  private Reply.Deleted delete(String queue) {
    return (Reply.Deleted) slot.execute(new Command.DeleteQueue(QueueName.of(queue), null));
  }

  private ErrorCode codeOf(Command command) {
    return SlotFixture.codeOf(slot.execute(command));
  }

  private static Command matching(String pattern, long expected, boolean dryRun) {
    return new Command.DeleteMatching(
        new NameFilter(null, NamePattern.of(pattern)), expected, dryRun, null);
  }
}
