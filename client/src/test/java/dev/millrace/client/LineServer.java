package dev.millrace.client;

import dev.millrace.line.Line;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that says what a test wants, on one connection. */
final class LineServer implements AutoCloseable {
  private final ServerSocket door;

  LineServer() {
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LineAddress address() {
    return new LineAddress("127.0.0.1", door.getLocalPort());
  }

  Socket accept() throws IOException {
    return door.accept();
  }

  /** The fields with which a client opens a line. */
  static String readOpening(Socket connection) throws IOException {
    var in = new DataInputStream(connection.getInputStream());
    if (!new String(in.readNBytes(Line.PREFACE_BYTES), StandardCharsets.US_ASCII)
            .equals(new String(Line.preface(), StandardCharsets.US_ASCII))
        || in.readByte() != Line.Kind.OPEN.code()) {
      throw new IOException("not a line");
    }
    return new String(in.readNBytes(in.readInt()), StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
