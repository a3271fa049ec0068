package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What strangers can do to the audit log. */
class AuditTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "mail, mail",
        "mail/ä, mail/ä",
        "``, \"\"",
        "two words, \"two words\"",
        "a=b, \"a=b\"",
        "a\"b\\c, \"a\\\"b\\\\c\"",
      })
  void valueCannotLookLikeAnotherField(String text, String written) {
    assertThat(AuditText.of(text)).isEqualTo(written);
  }

  @Test
  void valueCannotEndTheLineOrTurnIt() {
    assertThat(AuditText.of("a\r\nb\tc\u001b[2J\u2028d\u202ee\u0085f\ud800"))
        .isEqualTo("a\\u{d}\\u{a}b\\u{9}c\\u{1b}[2J\\u{2028}d\\u{202e}e\\u{85}f\\u{d800}");
  }

  @Test
  void longValueIsCut() {
    assertThat(AuditText.of("x".repeat(10_000))).hasSize(256 + 3).endsWith("…\"");
  }

  @Test
  void floodOfRefusalsIsCountedAndLeftOut() {
    var nanos = new AtomicLong();
    var rate = new AuditRate(nanos::get);
    for (int i = 0; i < AuditRate.AT_ONCE; i++) {
      assertThat(rate.take()).isZero();
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(rate.take()).isEqualTo(-1);
    }

    nanos.addAndGet(AuditRate.PERIOD_NANOS);

    assertThat(rate.take()).isEqualTo(1_000);
    assertThat(rate.take()).isEqualTo(-1);
    nanos.addAndGet(1_000 * AuditRate.PERIOD_NANOS);
    assertThat(rate.take()).isEqualTo(1);
    assertThat(rate.take()).isZero();
  }
}
