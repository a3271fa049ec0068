package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.StoredCodec.Meta;
import dev.millrace.queue.Task.Past;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Values of rows: what is written is read again, its bytes stay, and anything else is refused. */
class StoredCodecTest {
  private static final Pid PID = Pid.of("p");

  /** The table in docs/store-format.md, by example. A line here never changes. */
  static final List<Example> EXAMPLES =
      List.of(
          meta(new Meta(1000, 7), "01e80707"),
          policies(new PolicyDocument(3, List.of(Policy.NONE)), "01030100022e2a00000000000000"),
          request(
              new RequestKept(new RequestId("ab", 5), 1000, new Change.Outcome.Delete(1, 2)),
              "0102616205e807040102"),
          floor(300, "01ac02"),
          queue(
              new StoredQueue(
                  9,
                  new QueueName("g", "q"),
                  true,
                  new QueueCounts(9, 1, 2, 3, 10, 4),
                  Position.behind(PID),
                  1000),
              "0101670171010102030a04017001e907"),
          queue(
              new StoredQueue(
                  9,
                  QueueName.of("q"),
                  false,
                  new QueueCounts(9, 0, 0, 0, 0, 0),
                  Position.START,
                  StoredQueue.UNKNOWN),
              "01000171000000000000000000"),
          task(
              new Task(
                  PID,
                  Payload.of("xy"),
                  TaskState.Available.INSTANCE,
                  1000,
                  Task.NO_LEASE,
                  Past.NONE,
                  null),
              "0102787900e8070000000000"),
          task(
              new Task(
                  PID,
                  Payload.of("xy"),
                  new TaskState.Leased(new Holder("me", "@"), 1, 2),
                  1000,
                  77,
                  new Past(2, "no", new QueueName("g", "q")),
                  Payload.of("z")),
              "0102787902026d6501400102e8074d02026e6f010167017101017a"),
          task(
              new Task(
                  PID,
                  Payload.of("xy").traced("00-a b=c"),
                  TaskState.Available.INSTANCE,
                  1000,
                  Task.NO_LEASE,
                  Past.NONE,
                  null),
              "0202787900e807000000000008" + "30302d6120623d63" + "00"),
          task(
              new Task(
                  PID,
                  Payload.of("xy"),
                  new TaskState.Leased(new Holder("me", "@"), 1, 2),
                  1000,
                  77,
                  Past.NONE,
                  Payload.of("z").traced("t")),
              "0202787902026d6501400102e8074d000000" + "01017a" + "00" + "0174"));

  /** Like values of tasks with a trace, but of no task. */
  static final List<String> NO_TRACES =
      List.of(
          // without a trace
          "0202787900e80700000000000000",
          // with the trace of data that isn't there
          "0202787900e8070000000000000174",
          // with a trace that isn't printable
          "0202787900e8070000000000010a00",
          // or isn't text
          "0202787900e807000000000001ff00");

  record Example(Object value, Payload content, String hex, Function<byte[], Object> decode) {
    byte[] encoded() {
      return content.bytes();
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void aValueHasItsBytes(Example example) {
    assertThat(HexFormat.of().formatHex(example.encoded())).isEqualTo(example.hex());
    assertThat(example.decode().apply(example.encoded())).isEqualTo(example.value());
  }

  @Test
  void everythingIsReadAsItWasWritten() {
    for (long seed = 0; seed < 50; seed++) {
      for (Example example : random(seed)) {
        assertThat(example.decode().apply(example.encoded()))
            .as("seed %d", seed)
            .isEqualTo(example.value());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void anotherVersionIsRefusedByItsNumber(Example example) {
    byte[] bytes = example.encoded().clone();
    bytes[0] = 3;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> example.decode().apply(bytes))
        .withMessageContaining("version 3 is unknown");
  }

  @ParameterizedTest
  @FieldSource("NO_TRACES")
  void aTraceIsWhereOneIsSaid(String hex) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StoredCodec.decodeTask(PID, HexFormat.of().parseHex(hex)))
        .withMessageContaining("trace");
  }

  @Test
  void aTraceThatIsTooLongIsRefused() {
    byte[] longest = StoredCodec.encodeTask(traced("t".repeat(Payload.TRACE_BYTES_MAX)));
    String hex = HexFormat.of().formatHex(longest);
    String longer = hex.replace("b804" + "74", "b904" + "7474");

    assertThat(StoredCodec.decodeTask(PID, longest).data().size()).isEqualTo(2 + 568);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StoredCodec.decodeTask(PID, HexFormat.of().parseHex(longer)))
        .withMessageContaining("a trace has at most 568 bytes");
  }

  private static Task traced(String trace) {
    return Task.entering(PID, Payload.of("xy").traced(trace), TaskState.Available.INSTANCE, 1000);
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void bytesLeftOverAreRefused(Example example) {
    byte[] longer = Arrays.copyOf(example.encoded(), example.encoded().length + 1);

    assertThatIllegalArgumentException().isThrownBy(() -> example.decode().apply(longer));
  }

  @Test
  void everyTruncationIsRefused() {
    for (Example example : random(3)) {
      for (int length = 0; length < example.encoded().length; length++) {
        byte[] cut = Arrays.copyOf(example.encoded(), length);

        assertThatIllegalArgumentException()
            .as("%s cut to %d", example, length)
            .isThrownBy(() -> example.decode().apply(cut));
      }
    }
  }

  /** One of each kind and more, as the journal's own random changes carry them. */
  private static List<Example> random(long seed) {
    RandomChanges random = new RandomChanges(seed);
    List<Example> examples = new ArrayList<>();
    examples.add(meta(new Meta(random.number(), random.number()), ""));
    examples.add(floor(random.number(), ""));
    for (Change change : random.oneOfEach()) {
      switch (change) {
        case Change.QueuePut(long id, var name, boolean paused) ->
            examples.add(queue(randomQueue(random, id, name, paused), ""));
        case Change.TaskPut(long _, var task) -> examples.add(task(task, ""));
        case Change.PoliciesPut(var document) -> examples.add(policies(document, ""));
        case RequestKept kept -> examples.add(request(kept, ""));
        case Change.QueueCounts _, Change.QueueGone _, Change.TaskChanged _, Change.TaskGone _ -> {}
      }
    }
    return examples;
  }

  private static StoredQueue randomQueue(
      RandomChanges random, long id, QueueName name, boolean paused) {
    QueueCounts counts =
        new QueueCounts(
            id,
            random.number(),
            random.number(),
            random.number(),
            random.number(),
            random.number());
    Pid head = Pid.of(Long.toString(random.number()));
    return new StoredQueue(
        id, name, paused, counts, new Position(head, !paused), random.number() - 1);
  }

  private static Example meta(Meta meta, String hex) {
    return new Example(
        meta, Payload.of(StoredCodec.encodeMeta(meta)), hex, StoredCodec::decodeMeta);
  }

  private static Example policies(PolicyDocument document, String hex) {
    return new Example(
        document,
        Payload.of(StoredCodec.encodePolicies(document)),
        hex,
        StoredCodec::decodePolicies);
  }

  private static Example request(RequestKept kept, String hex) {
    return new Example(
        kept, Payload.of(StoredCodec.encodeRequest(kept)), hex, StoredCodec::decodeRequest);
  }

  private static Example floor(long floor, String hex) {
    return new Example(
        floor, Payload.of(StoredCodec.encodeFloor(floor)), hex, StoredCodec::decodeFloor);
  }

  private static Example queue(StoredQueue queue, String hex) {
    return new Example(
        queue,
        Payload.of(StoredCodec.encodeQueue(queue)),
        hex,
        bytes -> StoredCodec.decodeQueue(queue.id(), bytes));
  }

  private static Example task(Task task, String hex) {
    return new Example(
        task,
        Payload.of(StoredCodec.encodeTask(task)),
        hex,
        bytes -> StoredCodec.decodeTask(task.pid(), bytes));
  }
}
