package dev.millrace.node.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A client that writes what it likes, frame by frame. */
final class RawHttp2 implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private final Socket socket;
  private final OutputStream out;

  RawHttp2(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    out = socket.getOutputStream();
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Says hello as a client should. */
  void begin() throws IOException {
    write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
  }

  /** Opens stream 1 as a call of the service. */
  void call(String method) throws IOException {
    var headers = new ByteArrayOutputStream();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/millrace.v1.Millrace/" + method);
    header(headers, ":authority", "localhost");
    header(headers, "content-type", "application/grpc");
    header(headers, "te", "trailers");
    frame(HEADERS, END_HEADERS, 1, headers.toByteArray());
  }

  /** A literal header, never indexed, without Huffman coding. */
  private static void header(ByteArrayOutputStream headers, String name, String value) {
    headers.write(0x10);
    headers.write(name.length());
    headers.writeBytes(name.getBytes(US_ASCII));
    headers.write(value.length());
    headers.writeBytes(value.getBytes(US_ASCII));
  }

  void data(byte[] bytes, boolean isLast) throws IOException {
    frame(DATA, isLast ? END_STREAM : 0, 1, bytes);
  }

  /** A message that claims a length. */
  static byte[] message(int claimedLength, byte... bytes) {
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) 0)
        .putInt(claimedLength)
        .put(bytes)
        .array();
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    write(
        ByteBuffer.allocate(9 + payload.length)
            .put((byte) (payload.length >> 16))
            .putShort((short) payload.length)
            .put((byte) type)
            .put((byte) flags)
            .putInt(stream)
            .put(payload)
            .array());
  }

  /** Reads until the server ends stream 1 or the connection; false when it only falls silent. */
  boolean awaitEnd() throws IOException {
    var in = new DataInputStream(socket.getInputStream());
    try {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.skipNBytes(length);
        boolean isReset = type == 3 && stream == 1;
        boolean isEnd = (flags & END_STREAM) != 0 && stream == 1 && type <= HEADERS;
        boolean isGoAway = type == 7;
        if (isReset || isEnd || isGoAway) {
          return true;
        }
      }
    } catch (SocketTimeoutException e) {
      return false;
    } catch (EOFException | SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
