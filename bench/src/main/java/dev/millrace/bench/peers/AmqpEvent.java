package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;

/** What comes in on a channel. */
sealed interface AmqpEvent {
  /** A reply to a call, by its method. */
  record Reply(int method) implements AmqpEvent {}

  /** The server has these messages; all up to this one if several. */
  record Confirmed(long tag, boolean several) implements AmqpEvent {}

  /** A message to work on; its data comes after it. */
  record Delivered(long tag, ByteString data) implements AmqpEvent {
    Delivered with(byte[] body) {
      return new Delivered(tag, UnsafeByteOperations.unsafeWrap(body));
    }
  }

  /** The end. */
  record Failed(IOException failure) implements AmqpEvent {}

  /** Reads the arguments of a method. */
  static AmqpEvent read(int method, Input input, int length) throws IOException {
    return switch (method) {
      case Amqp.ACK -> new Confirmed(input.int64(), input.int8() != 0);
      case Amqp.DELIVER -> {
        int consumer = input.int8();
        input.skip(consumer);
        long tag = input.int64();
        input.skip(length - 1 - consumer - 8);
        yield new Delivered(tag, ByteString.EMPTY);
      }
      default -> {
        input.skip(length);
        yield new Reply(method);
      }
    };
  }
}
