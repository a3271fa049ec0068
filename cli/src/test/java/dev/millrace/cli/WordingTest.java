package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordingTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.45S, 450ms",
    "PT1.5S, 1.5s",
    "PT59.9S, 59s",
    "PT3M12S, 3m12s",
    "PT5M, 5m",
    "PT1H30M59S, 1h30m",
    "P2DT4H, 2d4h",
  })
  void durationHasItsTwoLargestUnits(Duration duration, String words) {
    assertThat(Wording.duration(duration)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "1536, 1.5 KiB", "1048576, 1.0 MiB"})
  void sizeHasItsUnit(long bytes, String words) {
    assertThat(Wording.size(bytes)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"0;0", "0.034;0.03", "9.99;9.99", "98123.4;98,123"})
  void rateIsAsExactAsItMatters(double perSecond, String words) {
    assertThat(Wording.rate(perSecond)).isEqualTo(words);
  }

  @Test
  void countsAreGroupedAndAgreeWithTheirNoun() {
    assertThat(Wording.counted(1, "task")).isEqualTo("1 task");
    assertThat(Wording.counted(12_345, "task")).isEqualTo("12,345 tasks");
  }

  @Test
  void timeIsReadInItsZone() {
    assertThat(Wording.time(Instant.parse("2027-01-31T08:00:05.9Z"), ZoneOffset.ofHours(1)))
        .isEqualTo("2027-01-31 09:00:05");
  }
}
