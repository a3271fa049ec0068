package dev.millrace.bench.peers;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that come in, read as lines and as numbers in network order. Used by one thread.
 *
 * <p>They are read from a stream, and waited for; or they are added when they have come, and what
 * isn't there in full is read once more when there is more.
 */
final class Input {
  private final InputStream source;
  private byte[] buffer = new byte[128 << 10];
  private int from;
  private int to;

  Input(InputStream source) {
    this.source = source;
  }

  /** Reads one message. */
  interface Parser<R> {
    R read(Input input) throws IOException;
  }

  /** For bytes that are added. */
  Input() {
    this(
        new InputStream() {
          @Override
          public int read() throws Incomplete {
            throw new Incomplete();
          }

          @Override
          public int read(byte[] bytes, int from, int length) throws Incomplete {
            throw new Incomplete();
          }
        });
  }

  /** More must come first. It happens often, and nobody looks at where. */
  private static final class Incomplete extends IOException {
    private static final long serialVersionUID = 1;

    Incomplete() {
      super("not all of it has come");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  void add(ByteBuf bytes) {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    int more = bytes.readableBytes();
    if (buffer.length - to < more) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, to + more));
    }
    bytes.readBytes(buffer, to, more);
    to += more;
  }

  /** Null when it isn't there in full. */
  <R> @Nullable R tryRead(Parser<R> parser) throws IOException {
    int start = from;
    try {
      return start == to ? null : parser.read(this);
    } catch (Incomplete _) {
      from = start;
      return null;
    }
  }

  /** A line that is a decimal number. */
  long number() throws IOException {
    boolean isNegative = false;
    long number = 0;
    for (int next = int8(); next != '\n'; next = int8()) {
      if (next >= '0' && next <= '9') {
        number = 10 * number + next - '0';
      } else if (next == '-') {
        isNegative = true;
      } else if (next != '\r') {
        throw new IOException("not a number");
      }
    }
    return isNegative ? -number : number;
  }

  /** Without its end, which is CR and LF. */
  String line() throws IOException {
    var begin = "";
    while (true) {
      for (int i = from; i < to; i++) {
        if (buffer[i] == '\n') {
          String end = new String(buffer, from, i - from, StandardCharsets.ISO_8859_1);
          from = i + 1;
          String line = begin.concat(end);
          return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }
      }
      begin = begin.concat(new String(buffer, from, to - from, StandardCharsets.ISO_8859_1));
      fill();
    }
  }

  int int8() throws IOException {
    if (from == to) {
      fill();
    }
    return buffer[from++] & 0xff;
  }

  int int16() throws IOException {
    return int8() << 8 | int8();
  }

  int int32() throws IOException {
    return int16() << 16 | int16();
  }

  long int64() throws IOException {
    return ((long) int32() << 32) | (int32() & 0xffff_ffffL);
  }

  byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    int done = 0;
    while (done < count) {
      if (from == to) {
        fill();
      }
      int some = Math.min(count - done, to - from);
      System.arraycopy(buffer, from, bytes, done, some);
      from += some;
      done += some;
    }
    return bytes;
  }

  void skip(int count) throws IOException {
    int left = count;
    while (left > to - from) {
      left -= to - from;
      from = to;
      fill();
    }
    from += left;
  }

  /** Only when all that was there has been read. */
  private void fill() throws IOException {
    int count = source.read(buffer);
    if (count <= 0) {
      throw new EOFException("the server closed the connection");
    }
    from = 0;
    to = count;
  }
}
