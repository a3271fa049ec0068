package dev.millrace.node.wire;

import io.grpc.KnownLength;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a message whose length shows only when they are read, because it was compressed.
 * Reading on behind {@link Wire#MESSAGE_BYTES_MAX} fails with RESOURCE_EXHAUSTED.
 */
final class BoundedBytes extends FilterInputStream {
  private long left = Wire.MESSAGE_BYTES_MAX;

  private BoundedBytes(InputStream bytes) {
    super(bytes);
  }

  /**
   * The same bytes, or fewer.
   *
   * @throws StatusRuntimeException RESOURCE_EXHAUSTED, if there are known to be too many
   */
  static InputStream of(InputStream bytes) throws IOException {
    if (!(bytes instanceof KnownLength)) {
      return new BoundedBytes(bytes);
    }
    if (bytes.available() > Wire.MESSAGE_BYTES_MAX) {
      throw tooMany();
    }
    // As it is: the parser knows what to do with a length.
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int next = in.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int number = in.read(target, offset, length);
    count(Math.max(0, number));
    return number;
  }

  @Override
  public long skip(long number) throws IOException {
    long skipped = in.skip(number);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long number) {
    left -= number;
    if (left < 0) {
      throw tooMany();
    }
  }

  private static StatusRuntimeException tooMany() {
    return Status.RESOURCE_EXHAUSTED.asRuntimeException();
  }
}
