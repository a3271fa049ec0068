package dev.millrace.bench.peers;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Bytes that come in, read as lines and as numbers in network order. Used by one thread. */
final class Input {
  private final InputStream source;
  private final byte[] buffer = new byte[128 << 10];
  private int from;
  private int to;

  Input(InputStream source) {
    this.source = source;
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
      fill();
    }
    from += left;
  }

  /** Only when all that was there has been read. */
  private void fill() throws IOException {
    from = 0;
    to = Math.max(0, source.read(buffer));
    if (to == 0) {
      throw new EOFException("the server closed the connection");
    }
  }
}
