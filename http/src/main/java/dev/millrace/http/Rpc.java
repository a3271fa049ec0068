package dev.millrace.http;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.millrace.api.v1.MillraceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import java.util.List;

/**
 * A call of the service with one reply.
 *
 * @param name as the proto file has it
 * @param path under which it is served
 */
record Rpc(
    String name,
    String path,
    MethodDescriptor<Message, Message> method,
    Message request,
    Message reply) {
  /** Every one of them; what has a stream of replies isn't served. */
  static List<Rpc> all() {
    return MillraceGrpc.getServiceDescriptor().getMethods().stream()
        .filter(method -> method.getType() == MethodType.UNARY)
        .map(Rpc::of)
        .toList();
  }

  static Rpc named(String name) {
    return all().stream()
        .filter(rpc -> rpc.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such call: " + name));
  }

  @SuppressWarnings("unchecked") // All requests and replies are messages.
  private static Rpc of(MethodDescriptor<?, ?> any) {
    var method = (MethodDescriptor<Message, Message>) any;
    String name = String.valueOf(method.getBareMethodName());
    return new Rpc(
        name,
        "/v1/" + kebab(name),
        method,
        prototype(method.getRequestMarshaller()),
        prototype(method.getResponseMarshaller()));
  }

  private static Message prototype(MethodDescriptor.Marshaller<Message> marshaller) {
    Message prototype = ((PrototypeMarshaller<Message>) marshaller).getMessagePrototype();
    if (prototype == null) {
      throw new IllegalStateException("a message without a prototype");
    }
    return prototype;
  }

  /** {@code ListQueues} is {@code list-queues}. */
  private static String kebab(String name) {
    var path = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c) && !path.isEmpty()) {
        path.append('-');
      }
      path.append(Character.toLowerCase(c));
    }
    return path.toString();
  }

  Descriptor requestType() {
    return request.getDescriptorForType();
  }

  Descriptor replyType() {
    return reply.getDescriptorForType();
  }
}
