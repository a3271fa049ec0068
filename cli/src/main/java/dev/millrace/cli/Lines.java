package dev.millrace.cli;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a stream as bytes, one at a time. A line ends with LF, CR LF or the stream. */
final class Lines {
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final int lineBytesMax;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int position;
  private int limit;
  private long number;
  private long bytes;

  /** Lines of at most so many bytes; a longer one is a {@link Failure}. */
  Lines(InputStream in, int lineBytesMax) {
    this.in = in;
    this.lineBytesMax = lineBytesMax;
  }

  /** The next line without its end; empty at the end of the stream. */
  Optional<ByteString> next() throws IOException {
    line.reset();
    while (fill()) {
      var end = indexOfLineFeed();
      append(end);
      if (end < limit) {
        position = end + 1;
        return Optional.of(finished());
      }
      position = limit;
    }
    return line.size() == 0 ? Optional.empty() : Optional.of(finished());
  }

  /** The number of the line that was read last; the first is 1. */
  long number() {
    return number;
  }

  /** Bytes of the stream up to the end of the line that was read last. */
  long bytes() {
    return bytes - (limit - position);
  }

  private boolean fill() throws IOException {
    if (position < limit) {
      return true;
    }
    position = 0;
    limit = Math.max(in.read(buffer), 0);
    bytes += limit;
    return limit > 0;
  }

  private int indexOfLineFeed() {
    var end = position;
    while (end < limit && buffer[end] != '\n') {
      end++;
    }
    return end;
  }

  private void append(int end) {
    // Memory stays bounded; the exact length is known at the line's end.
    check(line.size() + end - position - 1);
    line.write(buffer, position, end - position);
  }

  private ByteString finished() {
    var bytes = line.toByteArray();
    var length =
        bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
    check(length);
    number++;
    return ByteString.copyFrom(bytes, 0, length);
  }

  private void check(int length) {
    if (length > lineBytesMax) {
      throw new Failure(
          ExitCode.INVALID,
          "TOO_LARGE",
          "line %s is longer than %s"
              .formatted(Wording.count(number + 1), Wording.size(lineBytesMax)));
    }
  }
}
