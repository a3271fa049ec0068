package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks shown without leasing them. */
class PeekTest {
  private final SlotFixture slot = new SlotFixture();

  @BeforeEach
  void fill() {
    slot.enqueue("q", "a", "b", "c", "d");
    slot.lease("q");
    slot.update(enqueue("q", "e", after(MINUTE)));
  }

  @Test
  void showsAllStatesInOrderOfPids() {
    assertThat(pids(peek("", null, null, null, 10))).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void showsOneState() {
    assertThat(pids(peek("", null, null, Kind.LEASED, 10))).containsExactly("a");
    assertThat(pids(peek("", null, null, Kind.AVAILABLE, 10))).containsExactly("b", "c", "d");
    assertThat(pids(peek("", null, null, Kind.DELAYED, 10))).containsExactly("e");
  }

  @Test
  void boundsAreInclusive() {
    assertThat(pids(peek("b", null, "d", null, 10))).containsExactly("b", "c", "d");
  }

  @Test
  void nextPageStartsBehindTheLastTask() {
    Reply.Peeked first = peek("b", null, null, null, 2);
    Reply.Peeked second = peek("b", "c", null, null, 2);

    assertThat(pids(first)).containsExactly("b", "c");
    assertThat(first.more()).isTrue();
    assertThat(pids(second)).containsExactly("d", "e");
    assertThat(second.more()).isFalse();
  }

  @Test
  void moreMeansMoreOfTheStateAndRangeAskedFor() {
    assertThat(peek("", null, null, Kind.LEASED, 1).more()).isFalse();
    assertThat(peek("", null, "b", null, 2).more()).isFalse();
    assertThat(peek("", null, "c", null, 2).more()).isTrue();
  }

  @Test
  void positionBeforeTheStartCountsForNothing() {
    assertThat(pids(peek("c", "a", null, null, 10))).containsExactly("c", "d", "e");
  }

  @Test
  void queueThatIsNotThereIsAnEmptyPage() {
    assertThat(
            slot.execute(
                new Command.Peek(QueueName.of("nowhere"), Pid.EMPTY, null, null, null, 10)))
        .isEqualTo(new Reply.Peeked(QueueName.of("nowhere"), List.of(), null));
  }

  @Test
  void getShowsTheTask() {
    assertThat(slot.execute(new Command.Get(QueueName.of("q"), Pid.of("b"))))
        .isEqualTo(new Reply.Found(QueueName.of("q"), slot.tasks("q").get(1)));
  }

  @Test
  void getOfMissingTaskOrQueueIsNotFound() {
    assertThat(SlotFixture.codeOf(slot.execute(new Command.Get(QueueName.of("q"), Pid.of("x")))))
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(SlotFixture.codeOf(slot.execute(new Command.Get(QueueName.of("r"), Pid.of("a")))))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void lookingChangesNothing() {
    int before = slot.journaledSteps();

    peek("", null, null, null, 10);
    slot.survey();

    assertThat(slot.journaledSteps()).isEqualTo(before);
  }

  private Reply.Peeked peek(
      String from, @Nullable String after, @Nullable String max, @Nullable Kind state, int tasks) {
    return (Reply.Peeked)
        slot.execute(
            new Command.Peek(
                QueueName.of("q"),
                Pid.of(from),
                after == null ? null : Pid.of(after),
                max == null ? null : Pid.of(max),
                state,
                tasks));
  }

  private static List<String> pids(Reply.Peeked peeked) {
    return peeked.tasks().stream().map(task -> task.pid().toString()).toList();
  }
}
