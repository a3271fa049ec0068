package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadProgressTest {
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private long nanos;

  @Test
  void fileShowsBarRateAndTimeToGo() {
    var progress = progress(OptionalLong.of(1_000), true);

    pass(2);

    assertThat(progress.line(50_000, 250))
        .isEqualTo("[######------------------]  25%  50,000 tasks  25,000/s  6.0s left");
  }

  @Test
  void pipeShowsCountAndRate() {
    var progress = progress(OptionalLong.empty(), true);

    pass(2);

    assertThat(progress.line(50_000, 250)).isEqualTo("50,000 tasks  25,000/s");
  }

  @Test
  void growingFileIsNeverMoreThanFull() {
    var progress = progress(OptionalLong.of(100), true);

    pass(1);

    assertThat(progress.line(1, 250)).contains("[########################] 100%");
  }

  @Test
  void lineIsRedrawnInPlaceAndTakenAway() {
    try (var progress = progress(OptionalLong.empty(), true)) {
      pass(1);
      progress.show(10, 0);
      progress.show(11, 0);
    }

    assertThat(screen.toString(UTF_8)).isEqualTo("\r\u001b[K10 tasks  10/s\r\u001b[K");
  }

  @Test
  void nothingIsDrawnWhereNobodyLooks() {
    try (var progress = progress(OptionalLong.empty(), false)) {
      pass(1);
      progress.show(10, 0);
    }

    assertThat(screen.size()).isZero();
  }

  private LoadProgress progress(OptionalLong bytesTotal, boolean live) {
    var out = new PrintStream(screen, true, UTF_8);
    var shell = new Shell(new ByteArrayInputStream(new byte[0]), out, out, false, live);
    return new LoadProgress(shell, bytesTotal, () -> nanos);
  }

  private void pass(int seconds) {
    nanos += seconds * 1_000_000_000L;
  }
}
