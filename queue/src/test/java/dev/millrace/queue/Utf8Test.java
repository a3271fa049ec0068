package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  /** Units of UTF-16 of every length in bytes, and both halves of pairs. */
  private static final char[] UNITS = {'a', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0xd83d, 0xde00};

  @Test
  void lengthIsThatOfTheBytes() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int units = random.nextInt(8); units > 0; units--) {
        text.append(UNITS[random.nextInt(UNITS.length)]);
      }
      assertThat(Utf8.length(text.toString()))
          .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8).length);
    }
  }
}
