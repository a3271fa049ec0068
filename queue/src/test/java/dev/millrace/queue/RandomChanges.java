package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Changes of every kind with any values, by a seed. */
final class RandomChanges {
  private final Random random;

  RandomChanges(long seed) {
    random = new Random(seed);
  }

  /** One change of every kind, and of every outcome and result. */
  List<Change> oneOfEach() {
    List<Change> changes = new ArrayList<>();
    changes.add(new Change.QueuePut(number(), name(), random.nextBoolean()));
    changes.add(new Change.QueueCounts(number(), number(), number(), number(), number(), number()));
    changes.add(new Change.QueueGone(number()));
    for (TaskState state : states()) {
      changes.add(new Change.TaskPut(number(), task(state)));
      changes.add(new Change.TaskChanged(number(), pid(), state, number(), past()));
    }
    changes.add(new Change.TaskGone(number(), pid()));
    changes.add(new Change.PoliciesPut(new PolicyDocument(number(), listOf(this::policy))));
    for (Outcome outcome : outcomes()) {
      changes.add(
          new Change.RequestKept(
              new RequestId(text(1, 16), 1 + (number() >>> 1)), number(), outcome));
    }
    return changes;
  }

  private List<TaskState> states() {
    return List.of(
        new TaskState.Available(),
        new TaskState.Delayed(number()),
        new TaskState.Leased(new Holder(text(0, 64), text(0, 64)), number(), number()));
  }

  private Task task(TaskState state) {
    return new Task(pid(), data(), state, number(), number(), past(), orNull(this::data));
  }

  private Past past() {
    return random.nextBoolean()
        ? Past.NONE
        : new Past(random.nextInt(Integer.MAX_VALUE), text(0, 100), orNull(this::name));
  }

  private Policy policy() {
    return new Policy(
        new NameFilter(orNull(() -> text(0, 20)), NamePattern.of("[a-z]{1,9}.*")),
        random.nextInt(Integer.MAX_VALUE),
        orNull(() -> new Policy.Backoff(random.nextInt(1000), 1 + random.nextDouble(), 1000)),
        random.nextBoolean() ? "" : text(1, 40),
        orNull(
            () -> new Policy.RateLimit(Double.MIN_VALUE + random.nextDouble(), 1 + number() / 2)),
        number(),
        number(),
        number());
  }

  private List<Outcome> outcomes() {
    List<ErrorCode> codes = List.of(ErrorCode.values());
    return List.of(
        new Outcome.Update(new Reply.Updated(results())),
        new Outcome.Failure(
            new Problem(
                codes.get(random.nextInt(codes.size())), text(0, 200), random.nextInt(10_000) - 1)),
        new Outcome.Grant(number(), listOf(() -> new TaskName(name(), pid()))),
        new Outcome.Delete(number(), number()));
  }

  private List<ElementResult> results() {
    return List.of(
        new ElementResult.Created(pid()),
        new ElementResult.CreatedAll(pid(), 7),
        new ElementResult.Collapsed(pid(), kind()),
        new ElementResult.Replaced(pid(), kind()),
        new ElementResult.RunsAgain(pid()),
        new ElementResult.Skipped(),
        new ElementResult.Removed(pid()),
        new ElementResult.Requeued(pid()),
        new ElementResult.Renewed(pid(), number()),
        new ElementResult.Released(pid(), number()),
        new ElementResult.DeadLettered(name(), pid()),
        new ElementResult.Moved(name(), pid()),
        new ElementResult.Holds());
  }

  private Kind kind() {
    List<Kind> kinds = List.of(Kind.values());
    return kinds.get(random.nextInt(kinds.size()));
  }

  /** Small and large numbers alike. */
  long number() {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  private QueueName name() {
    return new QueueName(text(0, 20), text(1, 100));
  }

  private Pid pid() {
    return Pid.of(bytes(40));
  }

  private Payload data() {
    return Payload.of(bytes(random.nextInt(10) == 0 ? 400 : 60)).traced(trace());
  }

  private String trace() {
    return random.nextBoolean() ? "" : "00-" + "a".repeat(random.nextInt(60)) + " s=~";
  }

  private byte[] bytes(int max) {
    byte[] bytes = new byte[random.nextInt(max)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text(int min, int max) {
    int[] letters = "abcXYZ019 .#/äß漢😀".codePoints().toArray();
    int length = min + random.nextInt(Math.max(1, max / 4 - min));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  private <T> @Nullable T orNull(Supplier<T> supplier) {
    return random.nextBoolean() ? supplier.get() : null;
  }

  private <T> List<T> listOf(Supplier<T> supplier) {
    List<T> list = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      list.add(supplier.get());
    }
    return list;
  }
}
