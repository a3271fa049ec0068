package dev.millrace.queue;

import static dev.millrace.queue.OnConflict.AGAIN;
import static dev.millrace.queue.OnConflict.FAIL;
import static dev.millrace.queue.OnConflict.KEEP;
import static dev.millrace.queue.OnConflict.REPLACE;
import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An enqueue whose PID already names a task. */
class ConflictTest {
  private static final Pid A = Pid.of("a");

  private final SlotFixture slot = new SlotFixture();

  @ParameterizedTest
  @EnumSource
  void withoutConflictEveryModeCreates(OnConflict mode) {
    assertThat(slot.apply(enqueue("q", "a", "1", mode))).isEqualTo(new ElementResult.Created(A));
  }

  @ParameterizedTest
  @EnumSource(names = {"KEEP", "AGAIN"})
  void availableTaskIsKept(OnConflict mode) {
    slot.update(enqueue("q", "a", "1"));
    Task before = slot.task("q", "a");
    slot.pass(MINUTE);

    ElementResult result = slot.apply(enqueue("q", "a", "2", mode));

    assertThat(result).isEqualTo(new ElementResult.Collapsed(A, Kind.AVAILABLE));
    assertThat(slot.task("q", "a")).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"KEEP", "AGAIN"})
  void delayedTaskIsKept(OnConflict mode) {
    slot.update(enqueue("q", "a", after(MINUTE)));
    Task before = slot.task("q", "a");

    ElementResult result = slot.apply(enqueue("q", "a", "2", mode));

    assertThat(result).isEqualTo(new ElementResult.Collapsed(A, Kind.DELAYED));
    assertThat(slot.task("q", "a")).isEqualTo(before);
  }

  @Test
  void keepLeavesLeasedTaskAsItIs() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    ElementResult result = slot.apply(enqueue("q", "a", "2", KEEP));

    assertThat(result).isEqualTo(new ElementResult.Collapsed(A, Kind.LEASED));
    assertThat(slot.task("q", "a")).isEqualTo(held.task());
  }

  @Test
  void collapseWritesNothing() {
    slot.enqueue("q", "a");
    int before = slot.journaledSteps();

    slot.update(enqueue("q", "a", "2", KEEP));

    assertThat(slot.journaledSteps()).isEqualTo(before);
  }

  @Test
  void failRefusesWhateverTheState() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(enqueue("q", "a", "2", FAIL))).isEqualTo(ErrorCode.ALREADY_EXISTS);
    slot.lease("q");
    assertThat(slot.codeOf(enqueue("q", "a", "2", FAIL))).isEqualTo(ErrorCode.ALREADY_EXISTS);
  }

  @Test
  void replacedTaskIsNewOne() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").fail("boom"));
    slot.pass(MINUTE);

    ElementResult result = slot.apply(enqueue("q", "a", "2", REPLACE));

    assertThat(result).isEqualTo(new ElementResult.Replaced(A, Kind.AVAILABLE));
    assertThat(slot.task("q", "a"))
        .isEqualTo(
            new Task(A, Payload.of("2"), new Available(), slot.now(), 0, Task.Past.NONE, null));
  }

  @Test
  void replaceEndsLease() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    ElementResult result = slot.apply(enqueue("q", "a", "2", REPLACE));

    assertThat(result).isEqualTo(new ElementResult.Replaced(A, Kind.LEASED));
    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.lease("q").data()).isEqualTo("2");
  }

  @Test
  void replaceForgetsDataKeptAside() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.update(enqueue("q", "a", "aside", AGAIN));

    slot.update(enqueue("q", "a", "2", REPLACE));

    assertThat(slot.apply(slot.lease("q").dequeue())).isEqualTo(new ElementResult.Removed(A));
  }

  @Test
  void replaceDoesNotMakeTheQueueLarger() {
    slot.policies(SamplePolicy.of("q").maxTasks(1));
    slot.enqueue("q", "a");

    assertThat(slot.apply(enqueue("q", "a", "2", REPLACE)))
        .isEqualTo(new ElementResult.Replaced(A, Kind.AVAILABLE));
  }

  @Test
  void againKeepsDataAsideWhileLeased() {
    slot.update(enqueue("q", "a", "1"));
    Held held = slot.lease("q");

    ElementResult result = slot.apply(enqueue("q", "a", "2", AGAIN));

    assertThat(result).isEqualTo(new ElementResult.RunsAgain(A));
    assertThat(slot.task("q", "a")).isEqualTo(held.task().withAgain(Payload.of("2")));
  }

  @Test
  void dequeueOfTaskThatRunsAgainMakesItAvailableAnew() {
    slot.update(enqueue("q", "a", "1"));
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));
    slot.pass(Duration.ofSeconds(5));

    ElementResult result = slot.apply(held.dequeue());

    assertThat(result).isEqualTo(new ElementResult.Requeued(A));
    assertThat(slot.task("q", "a"))
        .isEqualTo(
            new Task(A, Payload.of("2"), new Available(), slot.now(), 0, Task.Past.NONE, null));
  }

  @Test
  void ofSeveralThatRunAgainTheLastCounts() {
    slot.update(enqueue("q", "a", "1"));
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));
    slot.update(enqueue("q", "a", "3", AGAIN));

    slot.update(held.dequeue());

    assertThat(slot.lease("q").data()).isEqualTo("3");
  }

  @Test
  void leaseThatWasUsedForRequeueIsOver() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));
    slot.update(held.dequeue());

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void releaseKeepsDataAside() {
    slot.update(enqueue("q", "a", "1"));
    Held first = slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));
    slot.update(first.release());

    Held second = slot.lease("q");

    assertThat(second.data()).isEqualTo("1");
    assertThat(slot.apply(second.dequeue())).isEqualTo(new ElementResult.Requeued(A));
  }

  @Test
  void expiryKeepsDataAside() {
    slot.update(enqueue("q", "a", "1"));
    Held held = slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));
    slot.tick(MINUTE);

    assertThat(slot.apply(held.dequeue())).isEqualTo(new ElementResult.Requeued(A));
    assertThat(slot.lease("q").data()).isEqualTo("2");
  }

  @Test
  void cancelTakesDataKeptAsideToo() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.update(enqueue("q", "a", "2", AGAIN));

    slot.update(cancel("q", "a"));

    assertThat(slot.find("q", "a")).isNull();
  }
}
