package dev.millrace.bench.peers;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The calls of the bare server: plain bytes over gRPC, with nothing to encode. */
final class Bare {
  static final String SERVICE = "bare.Bare";

  /** Answers with what it was asked. */
  static final MethodDescriptor<byte[], byte[]> ECHO = method("Echo", MethodType.UNARY);

  /**
   * A message has requests, each its length and so many bytes. The answer is how many requests,
   * from the oldest on, are on stable storage.
   */
  static final MethodDescriptor<byte[], byte[]> APPEND =
      method("Append", MethodType.BIDI_STREAMING);

  private Bare() {}

  private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new KnownBytes(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class KnownBytes extends ByteArrayInputStream implements KnownLength {
    KnownBytes(byte[] bytes) {
      super(bytes);
    }
  }
}
