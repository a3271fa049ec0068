package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class InstantConverterTest {
  private final InstantConverter converter = new InstantConverter();

  @Test
  void timeWithOffsetIsExact() {
    assertThat(converter.convert("2027-01-31T08:00:00Z"))
        .isEqualTo(Instant.parse("2027-01-31T08:00:00Z"));
    assertThat(converter.convert("2027-01-31T08:00+02:00"))
        .isEqualTo(Instant.parse("2027-01-31T06:00:00Z"));
  }

  @Test
  void timeWithoutOffsetIsLocal() {
    assertThat(converter.convert("2027-01-31 08:00"))
        .isEqualTo(LocalDateTime.of(2027, 1, 31, 8, 0).atZone(ZoneId.systemDefault()).toInstant());
  }

  @Test
  void refusesWhatIsNoTime() {
    assertThatThrownBy(() -> converter.convert("tomorrow"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'tomorrow'");
  }
}
