package dev.millrace.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
  @Test
  void fieldsAreLinesOfText() {
    assertThat(new String(Line.fields(Map.of("authorization", "Bearer t")), UTF_8))
        .isEqualTo("authorization: Bearer t\n");
  }

  @Test
  void fieldsAreReadAsTheyWereWritten() throws LineException {
    var fields = Map.of("a", "", "b-1_x.y", "c: d", "traceparent", "00-1-2-01");

    assertThat(Line.fields(Line.fields(fields))).isEqualTo(fields);
  }

  @Test
  void thereMayBeNone() throws LineException {
    assertThat(Line.fields(new byte[0])).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a:",
        "a:b",
        ": b",
        "A: b",
        "a b: c",
        "\u00e4: b",
        "a: \u00e4",
        "a: b\r\n",
        "a: \0",
        "a: b\na: c"
      })
  void whatIsNoFieldIsRefused(String text) {
    assertThatThrownBy(() -> Line.fields(text.getBytes(UTF_8))).isInstanceOf(LineException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x\ny: z", "x\r", "\u00e4", "\0"})
  void valueThatWouldBeMoreThanThatIsNotWritten(String value) {
    assertThatThrownBy(() -> Line.fields(Map.of("a", value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(value);
  }
}
