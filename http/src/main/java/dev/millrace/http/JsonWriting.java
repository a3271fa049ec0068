package dev.millrace.http;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;

/**
 * Writes messages as JSON: field names as the proto file has them, and fields that hold nothing
 * too, so that a script finds them. Characters that mean something in HTML are escaped.
 */
final class JsonWriting {
  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer()
          .preservingProtoFieldNames()
          .alwaysPrintFieldsWithNoPresence()
          .omittingInsignificantWhitespace();

  private JsonWriting() {}

  static String text(MessageOrBuilder message) {
    try {
      return PRINTER.print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message of the protocol has no JSON", e);
    }
  }
}
