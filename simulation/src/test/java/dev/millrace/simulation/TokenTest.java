package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The small words of the simulator. */
class TokenTest {
  @Test
  void everyTokenIsFoundInItsData() {
    for (long token = 1; token < 200; token++) {
      assertThat(Token.of(Token.data(token))).hasValue(token);
    }
  }

  @Test
  void everyChangedByteShows() {
    byte[] data = Token.data(20).bytes();
    for (int i = 0; i < data.length; i++) {
      byte[] changed = data.clone();
      changed[i] ^= 1;
      assertThat(isToken20(Payload.of(changed))).as("byte %d", i).isFalse();
    }
  }

  private static boolean isToken20(Payload data) {
    try {
      return Token.of(data).orElse(0) == 20;
    } catch (Violation _) {
      return false;
    }
  }

  @Test
  void lostTraceShows() {
    Payload traced = Token.data(3);
    assertThat(traced.trace()).isNotEmpty();

    assertThatThrownBy(() -> Token.of(traced.traced(""))).isInstanceOf(Violation.class);
  }

  @Test
  void strangersDataIsObjectedTo() {
    assertThatThrownBy(() -> Token.of(Payload.of("hello"))).isInstanceOf(Violation.class);
  }

  @Test
  void fifoPidsHaveTheirForm() {
    assertThat(FifoForm.of(33, 1)).hasToString("@0000000000011.0001");
    assertThat(FifoForm.ticketOf(FifoForm.of(Long.MAX_VALUE, 0))).hasValue(Long.MAX_VALUE);
    assertThat(FifoForm.ticketOf(Pid.of("@vvvvvvvvvvvvv.0000"))).hasValue(Long.MAX_VALUE);
    assertThat(FifoForm.ticketOf(Pid.of("@000000000000A.0000"))).isEmpty();
    assertThat(FifoForm.ticketOf(Pid.of("@0000000000011.00011"))).isEmpty();
  }

  @Test
  void pidsAreOrderedAsUnsignedBytes() {
    List<Pid> sorted = new ArrayList<>(Vocabulary.PIDS);
    sorted.sort(ByteOrder::compare);

    assertThat(sorted).isEqualTo(Vocabulary.PIDS);
  }
}
