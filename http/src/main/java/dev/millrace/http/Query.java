package dev.millrace.http;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The address of a request: its path and its parameters. A parameter is bytes, each written as
 * itself or as {@code %} and two hexadecimal digits; {@code +} is a space.
 */
record Query(String path, Map<String, ByteString> parameters) {
  /**
   * @throws BadRequestException if a parameter is written wrong or is there twice
   */
  static Query of(String target) {
    int mark = target.indexOf('?');
    if (mark < 0) {
      return new Query(target, Map.of());
    }
    Map<String, ByteString> parameters = new LinkedHashMap<>();
    for (String part : target.substring(mark + 1).split("&", -1)) {
      if (!part.isEmpty()) {
        int equals = part.indexOf('=');
        String name = text(decode(equals < 0 ? part : part.substring(0, equals)), "its name");
        ByteString value = decode(equals < 0 ? "" : part.substring(equals + 1));
        if (parameters.putIfAbsent(name, value) != null) {
          throw new BadRequestException("parameter %s is there twice".formatted(name));
        }
      }
    }
    return new Query(target.substring(0, mark), parameters);
  }

  /**
   * Bytes that must be a text.
   *
   * @param name of the parameter, for messages
   */
  static String text(ByteString bytes, String name) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadRequestException("parameter %s isn't UTF-8".formatted(name));
    }
  }

  private static ByteString decode(String text) {
    var bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
        if (low < 0) {
          throw new BadRequestException("'%' is followed by two hexadecimal digits");
        }
        bytes.write(high << 4 | low);
        i += 2;
      } else if (c < ' ' || c > '~') {
        throw new BadRequestException(
            "a byte above 127 is written as '%' and two hexadecimal digits");
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    return ByteString.copyFrom(bytes.toByteArray());
  }
}
