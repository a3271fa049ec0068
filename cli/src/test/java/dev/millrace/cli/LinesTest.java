package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void lineEndsWithLineFeedOrTheStream() throws IOException {
    assertThat(read("a\nb\nc")).containsExactly("a", "b", "c");
    assertThat(read("a\nb\n")).containsExactly("a", "b");
    assertThat(read("")).isEmpty();
  }

  @Test
  void emptyLinesAreLines() throws IOException {
    assertThat(read("\n\na\n\n")).containsExactly("", "", "a", "");
  }

  @Test
  void carriageReturnBelongsToTheEnd() throws IOException {
    assertThat(read("a\r\nb\rc\r\n\r\nd\r")).containsExactly("a", "b\rc", "", "d");
  }

  @Test
  void loneCarriageReturnAtTheEndIsAnEmptyLine() throws IOException {
    assertThat(read("a\n\r")).containsExactly("a", "");
  }

  @Test
  void linesLongerThanTheBufferAreWhole() throws IOException {
    var long1 = "x".repeat(200_000);
    var long2 = "y".repeat(65_536);

    assertThat(read(long1 + "\n" + long2 + "\nz")).containsExactly(long1, long2, "z");
  }

  @Test
  void lineOverTheLimitIsRefused() throws IOException {
    var lines = lines("abc\nabcd\n", 3);

    assertThat(lines.next()).contains(ByteString.copyFromUtf8("abc"));
    assertThatThrownBy(lines::next).isInstanceOf(Failure.class).hasMessageContaining("line 2");
  }

  @Test
  void carriageReturnDoesNotCountTowardTheLimit() throws IOException {
    assertThat(lines("abc\r\n", 3).next()).contains(ByteString.copyFromUtf8("abc"));
  }

  @Test
  void tellsHowFarItHasCome() throws IOException {
    var lines = lines("ab\ncde\n", 10);

    lines.next();

    assertThat(lines.number()).isEqualTo(1);
    assertThat(lines.bytes()).isEqualTo(3);
  }

  private static List<String> read(String text) throws IOException {
    var lines = lines(text, 1 << 20);
    var read = new ArrayList<String>();
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      read.add(line.get().toStringUtf8());
    }
    return read;
  }

  private static Lines lines(String text, int lineBytesMax) {
    return new Lines(new ByteArrayInputStream(text.getBytes(UTF_8)), lineBytesMax);
  }
}
