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
    String line = input.line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> new Text(ByteString.copyFromUtf8(rest));
      case '-' -> new Problem(rest);
      case ':' -> new Count(Long.parseLong(rest));
      case '$' -> text(input, Integer.parseInt(rest));
      case '*' -> replies(input, Integer.parseInt(rest));
      default -> throw new IOException("not a reply: " + line);
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

  default RedisReply orThrow() throws IOException {
    if (this instanceof Problem(String message)) {
      throw new IOException(message);
    }
    return this;
  }

  default boolean isNothing() {
    return this instanceof Nothing;
  }

  default List<RedisReply> list() throws IOException {
    if (this instanceof Replies(List<RedisReply> replies)) {
      return replies;
    }
    throw new IOException("not a list: " + this);
  }

  default String text() throws IOException {
    return bytes().toStringUtf8();
  }

  default ByteString bytes() throws IOException {
    if (this instanceof Text(ByteString value)) {
      return value;
    }
    throw new IOException("not a text: " + this);
  }

  default long number() throws IOException {
    if (this instanceof Count(long value)) {
      return value;
    }
    throw new IOException("not a number: " + this);
  }
}
