package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PidTest {
  @Test
  void pidOfTheLimitIsTaken() {
    assertThat(Pid.of(new byte[1024]).length()).isEqualTo(1024);
  }

  @Test
  void longerPidIsTooLarge() {
    Problem problem =
        catchThrowableOfType(QueueException.class, () -> Pid.of(new byte[1025])).problem();

    assertThat(problem.code()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void emptyPidIsTheLowest() {
    assertThat(Pid.of("")).isSameAs(Pid.EMPTY);
    assertThat(Pid.EMPTY).isLessThan(Pid.of(new byte[] {0}));
  }

  @Test
  void orderIsOfUnsignedBytes() {
    List<Pid> pids = new ArrayList<>();
    for (int b = 0; b < 256; b++) {
      pids.add(Pid.of(new byte[] {(byte) b}));
    }

    assertThat(pids).isSorted();
  }

  @Test
  void equalBytesAreEqualPids() {
    assertThat(Pid.of("ab")).isEqualTo(Pid.of("ab")).hasSameHashCodeAs(Pid.of("ab"));
    assertThat(Pid.of("ab")).isNotEqualTo(Pid.of("ac"));
    assertThat(Pid.of("ab").compareTo(Pid.of("ab"))).isZero();
  }

  @Test
  void textIsShownAsTextAndBytesInHex() {
    assertThat(Pid.of("http://a ~")).hasToString("http://a ~");
    assertThat(Pid.of(new byte[] {1, (byte) 0xff})).hasToString("0x01ff");
    assertThat(Pid.of("ä")).hasToString("0xc3a4");
    assertThat(Pid.of("\u007f")).hasToString("0x7f");
  }

  @Test
  void payloadsAreComparedByTheirBytes() {
    assertThat(Payload.of("ab")).isEqualTo(Payload.of("ab")).hasSameHashCodeAs(Payload.of("ab"));
    assertThat(Payload.of("ab")).isNotEqualTo(Payload.of("abc")).hasToString("2 bytes");
    assertThat(Payload.of("")).isSameAs(Payload.EMPTY);
  }
}
