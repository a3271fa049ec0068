package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpellingTest {
  private static final ByteString NOT_TEXT = ByteString.fromHex("00ff10");

  @ParameterizedTest
  @CsvSource({
    "hello, 68656c6c6f",
    "grüße, 6772c3bcc39f65",
    "hex:00FF10, 00ff10",
    "base64:AP8Q, 00ff10",
    "text:hex:00, 6865783a3030",
    "text:, ''",
    "'', ''",
  })
  void argumentIsTextUnlessItSaysOtherwise(String argument, String hex) {
    assertThat(Spelling.parse(argument)).isEqualTo(ByteString.fromHex(hex));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hex:0", "hex:xy", "base64:?"})
  void unreadableArgumentNamesTheWayOut(String argument) {
    assertThatThrownBy(() -> Spelling.parse(argument))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("write text:" + argument);
  }

  @Test
  void argumentThatTheLocaleDestroyedIsRefused() {
    assertThatThrownBy(() -> Spelling.parse("gr\uFFFDe"))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("LC_ALL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user-17",
        "@0000000000001.0000",
        "grüße 東京",
        "",
        " padded ",
        "hex:00",
        "text:x",
        "two\nlines",
        "\u001b[31mred",
        "right\u202Eleft",
        "no\u00A0break",
      })
  void shownPidReadsBackToTheSameBytes(String text) {
    var pid = ByteString.copyFromUtf8(text);

    var shown = Spelling.pid(pid);

    assertThat(Spelling.parse(shown)).isEqualTo(pid);
    assertThat(shown).isEqualTo(shown.strip()).isNotEmpty().isEqualTo(Spelling.printable(shown));
  }

  @Test
  void pidThatIsNotTextIsShownInHex() {
    assertThat(Spelling.pid(NOT_TEXT)).isEqualTo("hex:00ff10");
  }

  @Test
  void shortDataIsShownWhole() {
    assertThat(Spelling.data(ByteString.copyFromUtf8("éclair"), 6)).isEqualTo("éclair");
    assertThat(Spelling.data(NOT_TEXT, 6)).isEqualTo("hex:00ff10");
  }

  @Test
  void longDataIsCutAndTellsItsSize() {
    assertThat(Spelling.data(ByteString.copyFromUtf8("éclairs"), 6)).isEqualTo("éclair… (8 B)");
    assertThat(Spelling.data(ByteString.copyFromUtf8("😀".repeat(700)), 2))
        .isEqualTo("😀😀… (2.7 KiB)");
    assertThat(Spelling.data(NOT_TEXT, 4)).isEqualTo("hex:00ff… (3 B)");
  }

  @Test
  void nothingShownMovesTheCursor() {
    assertThat(Spelling.printable("a\nb\tc\rd\u001b[2J\u0007\u202E"))
        .isEqualTo("a\\nb\\tc\\rd\\u{1b}[2J\\u{7}\\u{202e}");
  }
}
