package dev.millrace.queue;

import static dev.millrace.queue.OnConflict.AGAIN;
import static dev.millrace.queue.OnConflict.KEEP;
import static dev.millrace.queue.OnConflict.REPLACE;
import static dev.millrace.queue.SampleElements.move;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace goes where its data goes. */
class TraceTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void isLeasedWithTheTask() {
    slot.update(traced("a", "first", KEEP));

    assertThat(slot.lease("q").task().data().trace()).isEqualTo("first");
  }

  @Test
  void survivesARestart() {
    slot.update(traced("a", "first", KEEP));
    slot.lease("q");
    slot.update(traced("a", "second", AGAIN));

    slot.crash();

    assertThat(traceOf("q", "a")).isEqualTo("first");
    assertThat(slot.task("q", "a").again()).isEqualTo(Payload.of("data").traced("second"));
  }

  @Test
  void staysWhenAnotherEnqueueCollapses() {
    slot.update(traced("a", "first", KEEP));

    slot.update(traced("a", "second", KEEP));

    assertThat(traceOf("q", "a")).isEqualTo("first");
  }

  @Test
  void isReplacedWithTheTask() {
    slot.update(traced("a", "first", KEEP));

    slot.update(traced("a", "second", REPLACE));
    assertThat(traceOf("q", "a")).isEqualTo("second");

    slot.update(traced("a", "", REPLACE));
    assertThat(traceOf("q", "a")).isEmpty();
  }

  @Test
  void comesWithTheDataToRunAgainWith() {
    slot.update(traced("a", "first", KEEP));
    Held held = slot.lease("q");
    slot.update(traced("a", "second", AGAIN));
    assertThat(traceOf("q", "a")).isEqualTo("first");

    slot.update(held.dequeue());

    assertThat(traceOf("q", "a")).isEqualTo("second");
  }

  @Test
  void movesWithTheTask() {
    slot.update(traced("a", "first", KEEP));

    slot.update(move("q", "a", "r", "b"));

    assertThat(traceOf("r", "b")).isEqualTo("first");
  }

  @Test
  void goesToTheDeadLetters() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.update(traced("a", "first", KEEP));

    slot.update(slot.lease("q").fail("no"));

    assertThat(traceOf("q.dead", "a")).isEqualTo("first");
  }

  @Test
  void outlivesALeaseThatExpires() {
    slot.update(traced("a", "first", KEEP));
    slot.lease("q");

    slot.tick(Duration.ofHours(1));

    assertThat(slot.lease("q").task().data().trace()).isEqualTo("first");
  }

  @Test
  void dataWithoutOneIsTheSameObject() {
    Payload data = Payload.of("data");

    assertThat(data.traced("")).isSameAs(data);
    assertThat(data.traced("t").traced("")).isEqualTo(data);
    assertThat(data.traced("t")).isNotEqualTo(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\n", "\u007f", "\u00e9", "\t"})
  void isPrintableAscii(String trace) {
    assertThatThrownBy(() -> Payload.EMPTY.traced(trace))
        .hasMessageStartingWith("INVALID: a trace is printable ASCII");
  }

  @Test
  void hasABound() {
    String longest = "t".repeat(Payload.TRACE_BYTES_MAX);

    assertThat(Payload.EMPTY.traced(longest).trace()).isEqualTo(longest);
    assertThatThrownBy(() -> Payload.EMPTY.traced(longest + "t"))
        .hasMessage("TOO_LARGE: a trace has at most 568 bytes, this one has 569");
  }

  private String traceOf(String queue, String pid) {
    return slot.task(queue, pid).data().trace();
  }

  private static Element.Enqueue traced(String pid, String trace, OnConflict onConflict) {
    return new Element.Enqueue(
        QueueName.of("q"),
        Pid.of(pid),
        Payload.of("data").traced(trace),
        new Start.Now(),
        onConflict,
        null);
  }
}
