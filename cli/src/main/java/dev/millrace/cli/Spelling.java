package dev.millrace.cli;

import com.google.protobuf.ByteString;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * How bytes are spelled on the command line. An argument is the UTF-8 text itself, or {@code
 * hex:…}, {@code base64:…}, or {@code text:…} for a text that starts with one of these words. A PID
 * is shown to people in the same way, so that it can be pasted back.
 */
final class Spelling {
  private static final String HEX = "hex:";
  private static final String BASE64 = "base64:";
  private static final String TEXT = "text:";
  private static final List<String> PREFIXES = List.of(HEX, BASE64, TEXT);

  /** What the JVM puts in place of argument bytes that the locale has no character for. */
  private static final char REPLACEMENT = '\uFFFD';

  private Spelling() {}

  /** A name as it was typed; names are always text. */
  static String name(String argument) {
    if (argument.indexOf(REPLACEMENT) >= 0) {
      throw Failure.usage(
          "an argument isn't text in this locale; try LC_ALL=C.UTF-8, or hex:… for bytes");
    }
    return argument;
  }

  static ByteString parse(String argument) {
    name(argument);
    try {
      if (argument.startsWith(HEX)) {
        return ByteString.copyFrom(HexFormat.of().parseHex(argument.substring(HEX.length())));
      }
      if (argument.startsWith(BASE64)) {
        return ByteString.copyFrom(Base64.getDecoder().decode(argument.substring(BASE64.length())));
      }
    } catch (IllegalArgumentException e) {
      throw Failure.usage(
          "'%s' can't be read: %s; write text:%s for the text itself"
              .formatted(argument, e.getMessage(), argument));
    }
    return ByteString.copyFromUtf8(
        argument.startsWith(TEXT) ? argument.substring(TEXT.length()) : argument);
  }

  /** An argument that {@link #parse} reads back to the same bytes, without anything invisible. */
  static String pid(ByteString pid) {
    if (!pid.isValidUtf8()) {
      return hex(pid);
    }
    var text = pid.toStringUtf8();
    if (!text.equals(text.strip()) || !text.codePoints().allMatch(Spelling::isPrintable)) {
      return hex(pid);
    }
    return text.isEmpty() || PREFIXES.stream().anyMatch(text::startsWith) ? TEXT + text : text;
  }

  private static String hex(ByteString bytes) {
    return HEX + HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** Data for people: at most so many characters, then … and the size of the whole. */
  static String data(ByteString data, int charactersMax) {
    if (!data.isValidUtf8()) {
      var bytesMax = charactersMax / 2;
      return data.size() <= bytesMax ? hex(data) : hex(data.substring(0, bytesMax)) + cut(data);
    }
    // A character takes at most four bytes: nothing beyond is looked at.
    var start = data.substring(0, Math.min(data.size(), 4 * charactersMax));
    var text = start.toStringUtf8();
    if (start.size() == data.size() && text.codePointCount(0, text.length()) <= charactersMax) {
      return printable(text);
    }
    return printable(text.substring(0, text.offsetByCodePoints(0, charactersMax))) + cut(data);
  }

  private static String cut(ByteString data) {
    return "… (" + Wording.size(data.size()) + ")";
  }

  /** Text for people, of bounded length. */
  static String text(String text, int charactersMax) {
    return data(ByteString.copyFromUtf8(text), charactersMax);
  }

  /** The text with everything escaped that could move the cursor, hide or reorder characters. */
  static String printable(String text) {
    if (text.codePoints().allMatch(Spelling::isPrintable)) {
      return text;
    }
    var printable = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(character -> escape(character, printable));
    return printable.toString();
  }

  private static void escape(int character, StringBuilder to) {
    switch (character) {
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      case '\t' -> to.append("\\t");
      default -> {
        if (isPrintable(character)) {
          to.appendCodePoint(character);
        } else {
          to.append("\\u{").append(Integer.toHexString(character)).append('}');
        }
      }
    }
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> character == ' ';
      default -> character != REPLACEMENT;
    };
  }
}
