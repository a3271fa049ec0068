package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.Task.Past;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps as bytes: what is written is read again, and what wasn't written is refused. */
class CodecTest {
  private static final String TASK_XY_Z = "0409017002787901D00FE8070700000001017A";

  @Test
  void everyKindOfChangeIsReadAsItWasWritten() {
    for (long seed = 0; seed < 50; seed++) {
      RandomChanges random = new RandomChanges(seed);
      Journaled step = new Journaled(random.number(), random.number(), random.oneOfEach());

      assertThat(StepCodec.decode(encode(step))).as("seed %d", seed).containsExactly(step);
    }
  }

  @Test
  void stepsOneBehindTheOtherAreReadInOrder() {
    List<Journaled> steps = new ArrayList<>();
    byte[] bytes = new byte[0];
    for (long seed = 0; seed < 5; seed++) {
      Journaled step = new Journaled(seed + 1, seed, new RandomChanges(seed).oneOfEach());
      byte[] more = encode(step);
      bytes = Arrays.copyOf(bytes, bytes.length + more.length);
      System.arraycopy(more, 0, bytes, bytes.length - more.length, more.length);
      steps.add(step);
    }

    assertThat(StepCodec.decode(bytes)).isEqualTo(steps);
  }

  /** The bytes are those of releases that knew no trace; they never change. */
  @Test
  void aTaskWithoutATraceIsWrittenAsItAlwaysWas() {
    var step = new Journaled(5, 1000, List.of(put(Payload.of("xy"), Payload.of("z"))));

    assertThat(hex(encode(step))).isEqualTo("05E80701" + TASK_XY_Z);
    assertThat(StepCodec.decode(encode(step))).containsExactly(step);
  }

  @ParameterizedTest
  @ValueSource(ints = {255, 256, 70_000})
  void dataOfAnyLengthIsReadAsItWasWritten(int length) {
    var data = Payload.of("x".repeat(length));
    var step = new Journaled(5, 1000, List.of(put(data, Payload.of("z")), put(data, data)));

    assertThat(StepCodec.decode(encode(step))).containsExactly(step);
  }

  @Test
  void muchDataIsAPieceOfItsOwn() {
    var data = Payload.of("x".repeat(1_000));
    List<Change> changes = List.of(put(data, Payload.of("z")));

    Encoded encoded = StepCodec.encode(5, 1000, changes);

    assertThat(encoded.pieces()).contains(ByteBuffer.wrap(data.bytes()));
    assertThat(encoded.length()).isEqualTo(encoded.bytes().length);
  }

  @Test
  void aTraceIsBehindItsTask() {
    var step = new Journaled(5, 1000, List.of(put(Payload.of("xy").traced("t"), Payload.of("z"))));

    assertThat(hex(encode(step))).isEqualTo("05E80701" + "0A" + TASK_XY_Z.substring(2) + "017400");
    assertThat(StepCodec.decode(encode(step))).containsExactly(step);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000", "017F00", "01FF00", "01C200"})
  void aTraceThatIsNoneIsRefused(String traces) {
    byte[] bytes = HexFormat.of().parseHex("05E80701" + "0A" + TASK_XY_Z.substring(2) + traces);

    assertThatThrownBy(() -> StepCodec.decode(bytes)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Change put(Payload data, Payload again) {
    return new Change.TaskPut(
        9, new Task(Pid.of("p"), data, new TaskState.Delayed(2000), 1000, 7, Past.NONE, again));
  }

  @Test
  void noBytesAreNoSteps() {
    assertThat(StepCodec.decode(new byte[0])).isEmpty();
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = encode(new Journaled(1, 2, new RandomChanges(3).oneOfEach()));
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);

      assertThatThrownBy(() -> StepCodec.decode(cut))
          .as("cut to %d", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void flippedByteIsRefusedOrReadAsSomethingElse(long seed) {
    byte[] bytes = encode(new Journaled(1, 2, new RandomChanges(seed).oneOfEach()));
    Random random = new Random(seed);
    for (int at = 0; at < bytes.length; at++) {
      for (int times = 0; times < 2; times++) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 + random.nextInt(255));
        assertRefusedOrValid(flipped);
      }
    }
  }

  @Test
  void bytesOfNoMeaningAreRefusedOrRead() {
    Random random = new Random(77);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      assertRefusedOrValid(bytes);
    }
  }

  /** What can be read can be written, and is then read as the same. */
  private static void assertRefusedOrValid(byte[] bytes) {
    List<Journaled> steps;
    try {
      steps = StepCodec.decode(bytes);
    } catch (IllegalArgumentException e) {
      return;
    }
    for (Journaled step : steps) {
      assertThat(StepCodec.decode(encode(step))).containsExactly(step);
    }
  }

  @Test
  void lengthThatIsNotThereIsRefusedBeforeItIsTakenForReal() {
    byte[] huge =
        new BytesOut().putLong(1).putLong(1).putLong(Integer.MAX_VALUE).putByte(1).toBytes();
    byte[] negative = new BytesOut().putLong(1).putLong(1).putLong(-1).putByte(1).toBytes();

    assertThatThrownBy(() -> StepCodec.decode(huge)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StepCodec.decode(negative))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numberWithoutEndIsRefused() {
    byte[] bytes = new byte[50];
    Arrays.fill(bytes, (byte) 0x80);

    assertThatThrownBy(() -> StepCodec.decode(bytes)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersOfAllSizesAreReadAsTheyWereWritten() {
    for (long number : new long[] {0, 1, 127, 128, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(new BytesIn(new BytesOut().putLong(number).toBytes()).takeLong())
          .isEqualTo(number);
    }
    for (double number : new double[] {0, -1.5, Double.MIN_VALUE, Double.MAX_VALUE}) {
      assertThat(new BytesIn(new BytesOut().putDouble(number).toBytes()).takeDouble())
          .isEqualTo(number);
    }
  }

  @Test
  void byteThatIsNeitherTrueNorFalseIsRefused() {
    assertThatThrownBy(() -> new BytesIn(new byte[] {2}).takeBoolean())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  private static byte[] encode(Journaled step) {
    return StepCodec.encode(step.ticket(), step.timeMillis(), step.changes()).bytes();
  }
}
