package dev.millrace.line;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What both ends of a line agree on. */
public final class Line {
  /** Kind and length, before the body of a frame. */
  public static final int HEAD_BYTES = 5;

  private static final byte[] PREFACE = "MILLRACE LINE 1\n".getBytes(StandardCharsets.US_ASCII);

  public static final int PREFACE_BYTES = PREFACE.length;

  private static final Pattern NAME = Pattern.compile("[0-9a-z_.-]+");
  private static final Pattern VALUE = Pattern.compile("[ -~]*");
  private static final String SEPARATOR = ": ";

  private Line() {}

  /** What each side sends first. No other protocol that a node speaks begins like it. */
  public static byte[] preface() {
    return PREFACE.clone();
  }

  /** The byte at a place of the preface. */
  public static byte preface(int index) {
    return PREFACE[index];
  }

  /** What a frame is. */
  public enum Kind {
    /** The fields of the stream, from the client, before all else. */
    OPEN(1, 16 << 10),
    /** Calls, or replies. */
    MESSAGE(2, Integer.MAX_VALUE),
    /** No more calls, or no more replies; with the problem that ended them, if one did. */
    END(3, 64 << 10),
    /** To be answered by {@link #PONG}. */
    PING(4, 0),
    PONG(5, 0);

    private static final Kind[] ALL = values();

    private final byte code;
    private final int bytesMax;

    Kind(int code, int bytesMax) {
      this.code = (byte) code;
      this.bytesMax = bytesMax;
    }

    /** What a body may have. */
    public int bytesMax() {
      return bytesMax;
    }

    public byte code() {
      return code;
    }

    static Kind of(byte code) throws LineException {
      for (Kind kind : ALL) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new LineException("no frame begins with " + code);
    }
  }

  /**
   * Fields as the body of an {@link Kind#OPEN}: a line of text for each.
   *
   * @throws IllegalArgumentException if one can't be written so
   */
  public static byte[] fields(Map<String, String> fields) {
    var text = new StringBuilder();
    fields.forEach(
        (name, value) -> {
          if (!isField(name, value)) {
            throw new IllegalArgumentException("the field " + name + " has other than ASCII");
          }
          text.append(name).append(SEPARATOR).append(value).append('\n');
        });
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The fields in the body of an {@link Kind#OPEN}. */
  public static Map<String, String> fields(byte[] body) throws LineException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : new String(body, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      if (line.isEmpty()) {
        continue;
      }
      int end = line.indexOf(SEPARATOR);
      String name = end < 0 ? "" : line.substring(0, end);
      String value = end < 0 ? "" : line.substring(end + SEPARATOR.length());
      if (!isField(name, value)) {
        throw new LineException("a field is `name: value`, in ASCII");
      }
      if (fields.put(name, value) != null) {
        throw new LineException("the field " + name + " comes twice");
      }
    }
    return fields;
  }

  private static boolean isField(String name, String value) {
    return NAME.matcher(name).matches() && VALUE.matcher(value).matches();
  }
}
