package dev.millrace.http;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import dev.millrace.api.v1.Queue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as parameters of an address: one for each field that is no message itself, those of the
 * messages in it too, under its own name. The name of a queue is {@code queue}. Bytes are given as
 * they are, see {@link Query}.
 */
final class QueryMessage {
  private QueryMessage() {}

  /** The parameters of a kind of message, each with the way to its field. */
  static Map<String, List<FieldDescriptor>> parameters(Descriptor type) {
    Map<String, List<FieldDescriptor>> found = new LinkedHashMap<>();
    collect(type, List.of(), found);
    return found;
  }

  private static void collect(
      Descriptor type, List<FieldDescriptor> way, Map<String, List<FieldDescriptor>> found) {
    for (FieldDescriptor field : type.getFields()) {
      List<FieldDescriptor> here = new ArrayList<>(way);
      here.add(field);
      if (field.isRepeated()) {
        throw new IllegalArgumentException("a list is no parameter: " + field);
      }
      if (field.getJavaType() == JavaType.MESSAGE && !JsonValue.isText(field.getMessageType())) {
        collect(field.getMessageType(), here, found);
      } else if (found.putIfAbsent(name(field), List.copyOf(here)) != null) {
        throw new IllegalArgumentException("two parameters have the same name: " + field);
      }
    }
  }

  private static String name(FieldDescriptor field) {
    boolean namesQueue =
        field.getContainingType().equals(Queue.getDescriptor())
            && field.getNumber() == Queue.NAME_FIELD_NUMBER;
    return namesQueue ? "queue" : field.getName();
  }

  /**
   * @throws BadRequestException if there is no such parameter, or its value isn't one
   */
  static Message read(Map<String, ByteString> values, Message prototype) {
    Map<String, List<FieldDescriptor>> known = parameters(prototype.getDescriptorForType());
    Message.Builder builder = prototype.newBuilderForType();
    values.forEach(
        (name, value) -> {
          List<FieldDescriptor> way = known.get(name);
          if (way == null) {
            throw new BadRequestException(
                "there is no parameter '%s', only %s".formatted(name, known.keySet()));
          }
          put(builder, way, name, value);
        });
    return builder.build();
  }

  private static void put(
      Message.Builder builder, List<FieldDescriptor> way, String name, ByteString value) {
    FieldDescriptor field = way.getFirst();
    if (way.size() > 1) {
      put(builder.getFieldBuilder(field), way.subList(1, way.size()), name, value);
    } else if (field.getJavaType() == JavaType.BYTE_STRING) {
      builder.setField(field, value);
    } else {
      String text = Query.text(value, name);
      boolean isNumber = !text.isEmpty() && Character.isDigit(text.charAt(0));
      boolean quoted = field.getJavaType() != JavaType.ENUM || !isNumber;
      builder.setField(field, JsonValue.parse(field, text, quoted, " in parameter " + name));
    }
  }
}
