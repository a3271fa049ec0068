package dev.millrace.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BytesTest {
  private static final Bytes WHOLE = Bytes.wrap("abcdef".getBytes(UTF_8));

  private static final Bytes IN_PIECES =
      Bytes.wrap(
          List.of(
              ByteBuffer.wrap("xab".getBytes(UTF_8), 1, 2),
              ByteBuffer.allocate(0),
              ByteBuffer.wrap("cdefy".getBytes(UTF_8), 0, 4)));

  @Test
  void piecesAreOneRunOfBytes() {
    assertThat(IN_PIECES.length()).isEqualTo(6);
    assertThat(IN_PIECES).isEqualTo(WHOLE).hasSameHashCodeAs(WHOLE).hasToString(WHOLE.toString());
  }

  @Test
  void piecesAreCopiedBehindWhatIsThere() {
    var target = ByteBuffer.allocateDirect(10).put((byte) '<');

    IN_PIECES.copyTo(target);
    var _ = IN_PIECES.toByteArray(); // leaves the pieces as they are
    target.put((byte) '>');

    assertThat(UTF_8.decode(target.flip()).toString()).isEqualTo("<abcdef>");
  }
}
