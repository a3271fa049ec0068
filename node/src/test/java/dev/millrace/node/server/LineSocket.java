package dev.millrace.node.server;

import dev.millrace.api.v1.BatchRequest;
import dev.millrace.line.Frame;
import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import dev.millrace.line.LineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A line to a node, by hand, as a client in another language would have it. */
final class LineSocket implements AutoCloseable {
  private final Socket socket;
  private final FrameReader frames = FrameReader.ofServer(64 << 20);
  private ByteBuffer read = ByteBuffer.allocate(0);

  LineSocket(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(30_000);
  }

  /** Says what a client says first, and waits for the node to say the same. */
  LineSocket open() throws IOException {
    write(Line.preface());
    write(Line.Kind.OPEN);
    return this;
  }

  void write(byte... bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void write(Line.Kind kind, byte... body) throws IOException {
    write(
        ByteBuffer.allocate(Line.HEAD_BYTES + body.length)
            .put(kind.code())
            .putInt(body.length)
            .put(body)
            .array());
  }

  void write(BatchRequest calls) throws IOException {
    write(Line.Kind.MESSAGE, calls.toByteArray());
  }

  /** The next frame; null when the node has closed. */
  @Nullable Frame read() throws IOException {
    try {
      while (true) {
        Frame frame = frames.readPreface(read) ? frames.next(read) : null;
        if (frame != null) {
          return frame;
        }
        byte[] piece = new byte[1 << 16];
        int bytes = socket.getInputStream().read(piece);
        if (bytes < 0) {
          return null;
        }
        read = ByteBuffer.wrap(piece, 0, bytes);
      }
    } catch (LineException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
