package dev.millrace.bench.peers;

import java.io.IOException;

/** What comes in on a channel. */
sealed interface AmqpEvent {
  /** A reply to a call, by its method. */
  record Reply(int method) implements AmqpEvent {}

  /** The server has these messages; all up to this one if several. */
  record Confirmed(long tag, boolean several) implements AmqpEvent {}

  /** A message to work on. */
  record Delivered(long tag) implements AmqpEvent {}

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
        yield new Delivered(tag);
      }
      default -> {
        input.skip(length);
        yield new Reply(method);
      }
    };
  }
}
