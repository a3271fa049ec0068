package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What Redis answers. */
sealed interface RedisReply {
  /** Also a word, such as {@code OK}. */
  record Text(ByteString value) implements RedisReply {
    @Override
    public String toString() {
      return value.toStringUtf8();
    }
  }

  /** A count. */
  record Count(long value) implements RedisReply {}

  /** Several replies in one. */
  record Replies(List<RedisReply> replies) implements RedisReply {}

  /** No such thing. */
  record Nothing() implements RedisReply {}

  /** It went wrong. */
  record Problem(String message) implements RedisReply {}

  /** Reads one reply, with all replies in it. */
  static RedisReply read(Input input) throws IOException {
    int kind = input.int8();
    return switch (kind) {
      case '+' -> new Text(ByteString.copyFromUtf8(input.line()));
      case '-' -> new Problem(input.line());
      case ':' -> new Count(input.number());
      case '$' -> text(input, Math.toIntExact(input.number()));
      case '*' -> replies(input, Math.toIntExact(input.number()));
      default -> throw new IOException("not a reply: " + (char) kind + input.line());
    };
  }

  private static RedisReply text(Input input, int length) throws IOException {
    if (length < 0) {
      return new Nothing();
    }
    byte[] bytes = input.bytes(length);
    input.skip(2);
    return new Text(UnsafeByteOperations.unsafeWrap(bytes));
  }

  private static RedisReply replies(Input input, int count) throws IOException {
    if (count < 0) {
      return new Nothing();
    }
    var replies = new ArrayList<RedisReply>(count);
    for (int i = 0; i < count; i++) {
      replies.add(read(input));
    }
    return new Replies(replies);
  }

  default RedisReply orThrow() {
    if (this instanceof Problem(String message)) {
      throw new IllegalStateException(message);
    }
    return this;
  }

  default boolean isNothing() {
    return this instanceof Nothing;
  }

  default List<RedisReply> list() {
    if (this instanceof Replies(List<RedisReply> replies)) {
      return replies;
    }
    throw new IllegalStateException("not a list: " + this);
  }

  default String text() {
    return bytes().toStringUtf8();
  }

  default ByteString bytes() {
    if (this instanceof Text(ByteString value)) {
      return value;
    }
    throw new IllegalStateException("not a text: " + this);
  }

  default long number() {
    if (this instanceof Count(long value)) {
      return value;
    }
    throw new IllegalStateException("not a number: " + this);
  }
}
