package dev.millrace.http;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads a message from JSON, in the mapping that protobuf defines, without a tree in between: what
 * it takes is about the size of the message, whatever was sent. Strict where the mapping leaves a
 * choice: a field that isn't known, is there twice, or is a second one of its kind is refused, with
 * its place in the text.
 */
final class JsonReading {
  private final JsonReader json;

  private JsonReading(Reader text) {
    this.json = new JsonReader(text);
    json.setStrictness(Strictness.STRICT);
  }

  /**
   * Reads a message; an empty text is the empty message.
   *
   * @throws BadRequestException if the text isn't one
   */
  static Message read(byte[] text, Message prototype) {
    var builder = prototype.newBuilderForType();
    if (text.length > 0) {
      var decoder =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT);
      new JsonReading(new InputStreamReader(new ByteArrayInputStream(text), decoder))
          .whole(builder);
    }
    return builder.build();
  }

  private void whole(Message.Builder builder) {
    try {
      message(builder);
      if (json.peek() != JsonToken.END_DOCUMENT) {
        throw refused("there is more after the message");
      }
    } catch (CharacterCodingException e) {
      throw new BadRequestException("the text isn't UTF-8");
    } catch (EOFException e) {
      throw refused("the text ends too early");
    } catch (MalformedJsonException e) {
      throw new BadRequestException("not JSON: " + firstLine(e));
    } catch (IOException e) {
      throw new BadRequestException("the text can't be read");
    } catch (IllegalStateException | NumberFormatException e) {
      // Another kind of value than the one that was asked for.
      throw new BadRequestException(firstLine(e));
    }
  }

  /** Gson adds the address of a page. */
  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void message(Message.Builder builder) throws IOException {
    Descriptor type = builder.getDescriptorForType();
    Set<FieldDescriptor> seen = new HashSet<>();
    json.beginObject();
    while (json.hasNext()) {
      FieldDescriptor field = field(type, json.nextName());
      if (!seen.add(field)) {
        throw refused("the field is there twice");
      }
      if (json.peek() == JsonToken.NULL) {
        json.nextNull();
      } else {
        checkOneof(builder, field);
        put(builder, field);
      }
    }
    json.endObject();
  }

  private FieldDescriptor field(Descriptor type, String name) {
    FieldDescriptor field = type.findFieldByName(name);
    if (field == null) {
      for (FieldDescriptor other : type.getFields()) {
        field = other.getJsonName().equals(name) ? other : field;
      }
    }
    if (field == null) {
      throw refused("%s has no such field".formatted(type.getName()));
    }
    return field;
  }

  private void checkOneof(Message.Builder builder, FieldDescriptor field) {
    var oneof = field.getRealContainingOneof();
    if (oneof != null && builder.hasOneof(oneof)) {
      throw refused(
          "there is %s already, and only one of them can be"
              .formatted(builder.getOneofFieldDescriptor(oneof).getName()));
    }
  }

  private void put(Message.Builder builder, FieldDescriptor field) throws IOException {
    if (field.isRepeated()) {
      json.beginArray();
      while (json.hasNext()) {
        builder.addRepeatedField(field, value(builder, field));
      }
      json.endArray();
    } else {
      builder.setField(field, value(builder, field));
    }
  }

  private Object value(Message.Builder builder, FieldDescriptor field) throws IOException {
    if (field.getJavaType() == JavaType.BOOLEAN) {
      return json.nextBoolean();
    }
    if (field.getJavaType() == JavaType.MESSAGE && !JsonValue.isText(field.getMessageType())) {
      Message.Builder part = builder.newBuilderForField(field);
      message(part);
      return part.build();
    }
    JsonToken kind = json.peek();
    if (kind != JsonToken.STRING && kind != JsonToken.NUMBER) {
      throw refused("expected %s".formatted(JsonValue.kind(field)));
    }
    String where = where();
    return JsonValue.parse(field, json.nextString(), kind == JsonToken.STRING, where);
  }

  private BadRequestException refused(String reason) {
    return new BadRequestException(reason + where());
  }

  /** Such as {@code at line 1 column 20 path $.elements[0].enqueue}. */
  private String where() {
    String text = json.toString();
    return text.substring(text.indexOf(' '));
  }
}
