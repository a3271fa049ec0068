package dev.millrace.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * What a data directory is, as a small text file that a person can read too. Its last line is the
 * checksum of the lines before; that, and the line {@code format}, hold for all formats to come.
 */
record Marker(int format, DirectoryId id, int slots) {
  /** What is written; see docs/storage-format.md for what each format means. */
  static final int FORMAT = 2;

  static final int BYTES_MAX = 4096;

  private static final String INTRODUCTION = "# A data directory of Millrace. Don't edit.\n";
  private static final String CRC_KEY = "crc32c=";

  /** The marker of a new directory. */
  Marker(DirectoryId id, int slots) {
    this(FORMAT, id, slots);
  }

  Marker raised() {
    return new Marker(FORMAT, id, slots);
  }

  ByteBuffer encode() {
    var text =
        INTRODUCTION + "format=" + format + "\nid=" + id + "\nslots=" + slots + "\n" + CRC_KEY;
    int crcLine = text.length() - CRC_KEY.length();
    return US_ASCII.encode(text + crc(text.substring(0, crcLine)) + "\n");
  }

  /** Reads a marker; the location is for messages. */
  static Marker decode(ByteBuffer bytes, String location) {
    var text = US_ASCII.decode(bytes).toString();
    int crcLine = text.lastIndexOf(CRC_KEY);
    if (crcLine < 0
        || !text.substring(crcLine).equals(CRC_KEY + crc(text.substring(0, crcLine)) + "\n")) {
      throw damaged(location, "its checksum is wrong");
    }
    var values = values(text.substring(0, crcLine));
    int format = number(values, "format", location);
    if (format > FORMAT) {
      throw new DataDirectoryException(
          DataDirectoryException.Problem.NEWER_FORMAT,
          "%s has format %d; this program knows format %d: use a newer program"
              .formatted(location, format, FORMAT));
    }
    var id = values.getOrDefault("id", "");
    if (format < 1 || !DirectoryId.isValid(id)) {
      throw damaged(location, "it has no valid format or id");
    }
    return new Marker(format, DirectoryId.parse(id), number(values, "slots", location));
  }

  private static Map<String, String> values(String text) {
    var values = new HashMap<String, String>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
              }
            });
    return values;
  }

  private static int number(Map<String, String> values, String key, String location) {
    var text = values.getOrDefault(key, "");
    if (!text.matches("[0-9]{1,9}")) {
      throw damaged(location, "it has no valid " + key);
    }
    return Integer.parseInt(text);
  }

  static DataDirectoryException damaged(String location, String why) {
    return new DataDirectoryException(
        DataDirectoryException.Problem.MARKER_DAMAGED,
        "%s in %s can't be read: %s".formatted(FileNames.MARKER, location, why));
  }

  private static String crc(String text) {
    var crc = new CRC32C();
    crc.update(US_ASCII.encode(text));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
