package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ServerAddressTest {
  private final ServerAddress.Converter converter = new ServerAddress.Converter();

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7411, 127.0.0.1, 7411",
    "queues.example, queues.example, 7411",
    "localhost:80, localhost, 80",
    "[::1]:80, ::1, 80",
    "[::1], ::1, 7411",
  })
  void readsHostAndPort(String text, String host, int port) {
    assertThat(converter.convert(text)).isEqualTo(new ServerAddress(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":7411", "host:", "host:x", "host:0", "host:65536", "::1"})
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("HOST:PORT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:7411", "[::1]:80"})
  void writesWhatItReads(String text) {
    assertThat(converter.convert(text)).hasToString(text);
  }
}
