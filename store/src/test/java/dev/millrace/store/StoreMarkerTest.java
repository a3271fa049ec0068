package dev.millrace.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.StoreException.Problem;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class StoreMarkerTest {
  private static final StoreMarker MARKER = new StoreMarker(new StoreId("0123abcd", 256));

  /** The bytes of format 1, which are to be read for ever. */
  private static final String FORMAT_1 =
      """
      # A store of Millrace. Don't edit.
      format=1
      directory=0123abcd
      slots=256
      """;

  @Test
  void aMarkerIsReadAsItWasWritten() {
    assertThat(new String(MARKER.encode(), US_ASCII)).isEqualTo(withCrc(FORMAT_1));
    assertThat(decode(withCrc(FORMAT_1))).isEqualTo(MARKER);
  }

  @Test
  void everyChangedByteIsNoticed() {
    byte[] bytes = MARKER.encode();
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;

      assertProblem(Problem.DAMAGED, new String(changed, US_ASCII));
    }
    assertProblem(Problem.DAMAGED, "");
  }

  @Test
  void aNewerFormatIsRefusedAsSuch() {
    assertProblem(
        Problem.NEWER_FORMAT, withCrc("# A store of Millrace.\nformat=2\nanything=else\n"));
  }

  @Test
  void whatNoProgramWroteIsDamaged() {
    assertProblem(Problem.DAMAGED, withCrc(FORMAT_1.replace("slots=256", "slots=99999")));
    assertProblem(Problem.DAMAGED, withCrc(FORMAT_1.replace("format=1", "format=0")));
  }

  @Test
  void anotherDirectorysStoreIsRefused() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> MARKER.checkBelongsTo(new StoreId("0123abcd", 16), "here"))
        .extracting(StoreException::problem)
        .isEqualTo(Problem.OTHER_DIRECTORY);
  }

  private static void assertProblem(Problem problem, String text) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> decode(text))
        .extracting(StoreException::problem)
        .isEqualTo(problem);
  }

  private static StoreMarker decode(String text) {
    return StoreMarker.decode(text.getBytes(US_ASCII), "here");
  }

  private static String withCrc(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(US_ASCII));
    return text + "crc32c=" + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n";
  }
}
