package dev.millrace.node.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;

/** The bytes of a message, all of which are there, in an array that doesn't change meanwhile. */
public final class MessageBytes extends ByteArrayInputStream implements KnownLength {
  /**
   * @param array begins with them
   */
  public MessageBytes(byte[] array, int length) {
    super(array, 0, length);
  }

  /**
   * Parses them, and copies none: the message refers to the array. What outlives the message is
   * copied out of it by {@link BytesAdapter}.
   */
  MessageLite parse(MessageLite prototype) throws InvalidProtocolBufferException {
    // As bytes that never change: a reader of a plain array copies out of it.
    CodedInputStream in = UnsafeByteOperations.unsafeWrap(buf, pos, count).newCodedInput();
    in.enableAliasing(true);
    MessageLite message = prototype.getParserForType().parseFrom(in);
    in.checkLastTagWas(0);
    return message;
  }
}
