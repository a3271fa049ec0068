package dev.millrace.node.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.line.Line;
import dev.millrace.node.line.TestLine;
import dev.millrace.queue.Limits;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Whatever bytes a line has behind its preface: what the node says is a line, it ends when they are
 * no line, and nothing of it is left when it is closed.
 */
public final class LineTarget {
  private LineTarget() {}

  public static void line(byte[] bytes) {
    var path = new DirectPath(1, Limits.DEFAULT);
    var service = Wire.service(path, Limits.DEFAULT);
    var stream = service.getMethod(MillraceGrpc.getStreamMethod().getFullMethodName());
    try (var line = new TestLine(stream, path)) {
      // In two pieces: what is cut must be what is whole.
      int half = bytes.length / 2;
      line.send(Arrays.copyOf(bytes, half));
      if (line.connection.isOpen()) {
        line.send(Arrays.copyOfRange(bytes, half, bytes.length));
      }
      var _ = line.received();
      var _ = line.connection.close();
      if (line.connections.open() != 0) {
        throw new AssertionError("the line is still counted");
      }
    }
    path.awaitUnanswered(0);
  }

  /** OPEN with these fields, and what follows it. */
  public static byte[] opening(String fields, byte[]... more) {
    byte[] body = fields.getBytes(US_ASCII);
    int bytes = Line.HEAD_BYTES + body.length;
    for (byte[] next : more) {
      bytes += next.length;
    }
    var all = ByteBuffer.allocate(bytes).put(Line.Kind.OPEN.code()).putInt(body.length).put(body);
    for (byte[] next : more) {
      all.put(next);
    }
    return all.array();
  }

  public static byte[] message(BatchRequest calls) {
    byte[] body = calls.toByteArray();
    return ByteBuffer.allocate(Line.HEAD_BYTES + body.length)
        .put(Line.Kind.MESSAGE.code())
        .putInt(body.length)
        .put(body)
        .array();
  }
}
