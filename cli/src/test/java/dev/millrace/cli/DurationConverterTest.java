package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
  private final DurationConverter converter = new DurationConverter();

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "1.5s, PT1.5S",
    "5m, PT5M",
    "2h, PT2H",
    "7d, P7D",
    "1h30m, PT1H30M",
    "1d2h3m4s5ms, P1DT2H3M4.005S",
    "0, PT0S",
    "0s, PT0S",
    "PT10M, PT10M",
    "pt10m, PT10M",
  })
  void readsWhatPeopleWrite(String text, Duration duration) {
    assertThat(converter.convert(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "soon",
        "5 m",
        "5x",
        "1m1h",
        "-5s",
        "5s5s",
        "1e3s",
        "PTX",
        "99999999999d"
      })
  void refusesWhatIsNoLengthOfTime(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("1h30m");
  }

  @Test
  void asksForTheUnit() {
    assertThatThrownBy(() -> converter.convert("30")).hasMessageEndingWith("which unit?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-5S", "-PT5S", "40000d", "999999999d"})
  void refusesWhatNobodyWaitsFor(String text) {
    assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
  }
}
