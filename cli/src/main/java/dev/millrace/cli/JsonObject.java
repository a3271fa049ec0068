package dev.millrace.cli;

import static java.util.stream.Collectors.joining;

import com.google.protobuf.ByteString;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** One JSON object on one line, written field by field. */
final class JsonObject {
  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder text = new StringBuilder("{");

  JsonObject put(String name, String value) {
    return key(name).string(value);
  }

  JsonObject put(String name, long value) {
    key(name).text.append(Long.toUnsignedString(value));
    return this;
  }

  /** Numbers that JSON has no word for, such as infinity, become null. */
  JsonObject put(String name, double value) {
    key(name).text.append(Double.isFinite(value) ? String.valueOf(value) : "null");
    return this;
  }

  JsonObject put(String name, boolean value) {
    key(name).text.append(value);
    return this;
  }

  JsonObject put(String name, JsonObject value) {
    key(name).text.append(value);
    return this;
  }

  JsonObject put(String name, List<JsonObject> values) {
    key(name)
        .text
        .append(values.stream().map(JsonObject::toString).collect(joining(",", "[", "]")));
    return this;
  }

  /** Bytes as text if they are UTF-8; otherwise as base64 under the name with {@code _base64}. */
  JsonObject put(String name, ByteString value) {
    return value.isValidUtf8()
        ? put(name, value.toStringUtf8())
        : put(name + "_base64", Base64.getEncoder().encodeToString(value.toByteArray()));
  }

  private JsonObject key(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    string(name).text.append(':');
    return this;
  }

  private JsonObject string(String value) {
    text.append('"');
    for (var i = 0; i < value.length(); i++) {
      character(value.charAt(i));
    }
    text.append('"');
    return this;
  }

  private void character(char character) {
    switch (character) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        // All that isn't printed as itself, so that a JSON line is safe on a terminal too.
        if (Character.getType(character) == Character.CONTROL
            || Character.getType(character) == Character.FORMAT
            || character == '\u2028'
            || character == '\u2029') {
          text.append("\\u").append(HEX.toHexDigits(character));
        } else {
          text.append(character);
        }
      }
    }
  }

  @Override
  public String toString() {
    return text + "}";
  }
}
