package dev.millrace.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.store.StoreException.Problem;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * What a store is and in which format, as a small text that a person can read too. The line {@code
 * format}, and the last line with the checksum of those before, hold for all formats to come.
 */
public record StoreMarker(StoreId id) {
  /** Changes with the keys, the values and what they mean; see docs/store-format.md. */
  public static final int FORMAT = 1;

  private static final String INTRODUCTION = "# A store of Millrace. Don't edit.\n";
  private static final Pattern ANY =
      Pattern.compile("(?s)(#[^\n]*\nformat=([0-9]{1,9})\n.*)crc32c=([0-9a-f]{8})\n");
  private static final Pattern THIS =
      Pattern.compile("#[^\n]*\nformat=1\ndirectory=([0-9A-Za-z]{1,64})\nslots=([0-9]{1,5})\n");

  public byte[] encode() {
    var text =
        "%sformat=%d\ndirectory=%s\nslots=%d\n"
            .formatted(INTRODUCTION, FORMAT, id.directory(), id.slots());
    return (text + "crc32c=" + crc(text) + "\n").getBytes(US_ASCII);
  }

  /**
   * Reads a marker; the location is for messages.
   *
   * @throws StoreException {@link Problem#NEWER_FORMAT} or {@link Problem#DAMAGED}
   */
  public static StoreMarker decode(byte[] bytes, String location) {
    var any = ANY.matcher(new String(bytes, US_ASCII));
    if (!any.matches() || !any.group(3).equals(crc(any.group(1)))) {
      throw damaged(location);
    }
    int format = Integer.parseInt(any.group(2));
    if (format > FORMAT) {
      throw new StoreException(
          Problem.NEWER_FORMAT,
          "%s has format %d; this program knows format %d: use a newer program"
              .formatted(location, format, FORMAT));
    }
    var known = THIS.matcher(any.group(1));
    int slots = known.matches() ? Integer.parseInt(known.group(2)) : 0;
    if (slots < 1 || slots > RowName.SLOTS_MAX) {
      throw damaged(location);
    }
    return new StoreMarker(new StoreId(known.group(1), slots));
  }

  /**
   * Makes sure that the store is the one that was asked for.
   *
   * @throws StoreException {@link Problem#OTHER_DIRECTORY} if it isn't
   */
  public void checkBelongsTo(StoreId expected, String location) {
    if (!id.equals(expected)) {
      throw new StoreException(
          Problem.OTHER_DIRECTORY,
          "%s belongs to %s with %d slots, not to %s with %d slots"
              .formatted(
                  location, id.directory(), id.slots(), expected.directory(), expected.slots()));
    }
  }

  private static StoreException damaged(String location) {
    return new StoreException(Problem.DAMAGED, location + " can't be read; restore that file");
  }

  private static String crc(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(US_ASCII));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
