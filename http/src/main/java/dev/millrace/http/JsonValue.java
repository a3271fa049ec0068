package dev.millrace.http;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.Timestamps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.text.ParseException;
import java.util.Base64;
import java.util.stream.Collectors;

/** Values of fields, as the JSON mapping of protobuf writes them. */
final class JsonValue {
  /** No number that a field can hold needs more. */
  private static final int NUMBER_LENGTH_MAX = 64;

  private static final BigInteger UINT32_MAX =
      BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE);
  private static final BigInteger UINT64_MAX =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private JsonValue() {}

  /** Whether a message is written as a text. */
  static boolean isText(Descriptor type) {
    return type.equals(Duration.getDescriptor()) || type.equals(Timestamp.getDescriptor());
  }

  /** What a value of the field looks like, for people. */
  static String kind(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> "true or false";
      case INT, LONG -> "a whole number";
      case FLOAT, DOUBLE -> "a number";
      case STRING -> "a text";
      case BYTE_STRING -> "a text in base64";
      case ENUM -> "one of " + names(field.getEnumType());
      case MESSAGE ->
          field.getMessageType().equals(Duration.getDescriptor())
              ? "a length of time such as \"1.5s\""
              : field.getMessageType().equals(Timestamp.getDescriptor())
                  ? "a time such as \"2030-01-31T12:00:00Z\""
                  : "an object";
    };
  }

  private static String names(EnumDescriptor type) {
    return type.getValues().stream()
        .map(EnumValueDescriptor::getName)
        .collect(Collectors.joining(", "));
  }

  /**
   * The value of a field that is neither a truth value nor an object.
   *
   * @param quoted whether it is a text in JSON
   * @param where added to what is wrong
   */
  static Object parse(FieldDescriptor field, String text, boolean quoted, String where) {
    try {
      return switch (field.getJavaType()) {
        case BOOLEAN -> truth(text);
        case INT, LONG -> whole(field, text);
        case FLOAT -> (float) real(text);
        case DOUBLE -> real(text);
        case STRING -> string(text, quoted);
        case BYTE_STRING -> bytes(text, quoted);
        case ENUM -> named(field.getEnumType(), text, quoted);
        case MESSAGE -> time(field.getMessageType(), text, quoted);
      };
    } catch (ParseException | IllegalArgumentException | ArithmeticException e) {
      throw new BadRequestException("expected %s%s".formatted(kind(field), where));
    }
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException();
    };
  }

  private static Object whole(FieldDescriptor field, String text) {
    BigInteger number = integer(text);
    return switch (field.getType()) {
      case UINT32, FIXED32 -> {
        checkRange(number, UINT32_MAX);
        yield number.intValue();
      }
      case UINT64, FIXED64 -> {
        checkRange(number, UINT64_MAX);
        yield number.longValue();
      }
      case INT64, SINT64, SFIXED64 -> number.longValueExact();
      default -> number.intValueExact();
    };
  }

  private static void checkRange(BigInteger number, BigInteger max) {
    if (number.signum() < 0 || number.compareTo(max) > 0) {
      throw new ArithmeticException();
    }
  }

  private static BigInteger integer(String text) {
    if (text.length() > NUMBER_LENGTH_MAX) {
      throw new NumberFormatException();
    }
    var number = new BigDecimal(text);
    // Before 1e999999999 is written out.
    if ((long) number.precision() - number.scale() > NUMBER_LENGTH_MAX) {
      throw new ArithmeticException();
    }
    return number.toBigIntegerExact();
  }

  private static double real(String text) {
    double number = Double.parseDouble(text);
    // More than a double holds; infinity is written as a word.
    if (Double.isInfinite(number) && !text.endsWith("Infinity")) {
      throw new ArithmeticException();
    }
    return number;
  }

  private static String string(String text, boolean quoted) {
    check(quoted);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        // Half of a character is none, and UTF-8 has no bytes for it.
        check(Character.isHighSurrogate(text.charAt(i)));
        i++;
        check(i < text.length() && Character.isLowSurrogate(text.charAt(i)));
      }
    }
    return text;
  }

  /** Base64 of either alphabet, padded or not. */
  private static ByteString bytes(String text, boolean quoted) {
    check(quoted);
    String standard = text.replace('-', '+').replace('_', '/');
    return ByteString.copyFrom(Base64.getDecoder().decode(standard));
  }

  private static EnumValueDescriptor named(EnumDescriptor type, String text, boolean quoted) {
    if (!quoted) {
      // A number that isn't known is for the service to refuse.
      return type.findValueByNumberCreatingIfUnknown(integer(text).intValueExact());
    }
    EnumValueDescriptor value = type.findValueByName(text);
    check(value != null);
    return value;
  }

  private static Object time(Descriptor type, String text, boolean quoted) throws ParseException {
    check(quoted);
    return type.equals(Duration.getDescriptor()) ? Durations.parse(text) : Timestamps.parse(text);
  }

  private static void check(boolean fits) {
    if (!fits) {
      throw new IllegalArgumentException();
    }
  }
}
