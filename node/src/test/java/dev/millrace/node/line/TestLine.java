package dev.millrace.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.line.Bodies;
import dev.millrace.line.Frame;
import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import dev.millrace.line.LineException;
import dev.millrace.node.CommandPath;
import dev.millrace.node.wire.Connections;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A line to a service, without a socket: the test is its client, and moves its time. */
public final class TestLine implements AutoCloseable {
  public final EmbeddedChannel connection = new EmbeddedChannel();
  public final Connections connections;
  private final FrameReader frames = FrameReader.ofServer(64 << 20);
  private final Queue<Frame> received = new ArrayDeque<>();
  private boolean isGreeted;
  private boolean isHeld;
  private int expectedBytes;
  private int pieces;

  public TestLine(ServerMethodDefinition<?, ?> stream, CommandPath path) {
    connections = new Connections(path);
    connection.freezeTime();
    connection
        .pipeline()
        .addLast(LineHandler.of(stream, connections, new Reading(), new Bodies(4 << 20)));
  }

  private final class Reading implements HeldReading {
    @Override
    public void hold(boolean isToHold) {
      isHeld = isToHold;
    }

    @Override
    public void expect(int bytes) {
      expectedBytes = bytes;
    }
  }

  /** How much the node expects of the message that has begun. */
  public int expectedBytes() {
    return expectedBytes;
  }

  /** Opens it with these fields. */
  public TestLine open(String... fields) {
    var text = new StringBuilder();
    for (String field : fields) {
      text.append(field).append('\n');
    }
    send(Line.Kind.OPEN, text.toString().getBytes(US_ASCII));
    return this;
  }

  public void send(BatchRequest calls) {
    send(Line.Kind.MESSAGE, calls.toByteArray());
  }

  public void send(Line.Kind kind, byte... body) {
    send(
        ByteBuffer.allocate(Line.HEAD_BYTES + body.length)
            .put(kind.code())
            .putInt(body.length)
            .put(body)
            .array());
  }

  public void send(byte... bytes) {
    ByteBuf piece = Unpooled.buffer(bytes.length).writeBytes(bytes);
    connection.writeInbound(piece);
    if (piece.refCnt() != 0) {
      throw new AssertionError("what came was not released");
    }
  }

  public void pass(long seconds) {
    for (long i = 0; i < seconds; i++) {
      connection.advanceTimeBy(1, TimeUnit.SECONDS);
      connection.runScheduledPendingTasks();
    }
  }

  /** What the node has sent since the last look. */
  public List<Frame> received() {
    connection.runPendingTasks();
    for (ByteBuf sent = connection.readOutbound(); sent != null; sent = connection.readOutbound()) {
      pieces++;
      read(sent.nioBuffer());
      sent.release();
    }
    List<Frame> all = new ArrayList<>(received);
    received.clear();
    return all;
  }

  private void read(ByteBuffer bytes) {
    try {
      isGreeted = isGreeted || frames.readPreface(bytes);
      for (Frame frame = frames.next(bytes); frame != null; frame = frames.next(bytes)) {
        received.add(frame);
      }
    } catch (LineException e) {
      throw new AssertionError(e);
    }
  }

  public List<Line.Kind> kinds() {
    return received().stream().map(Frame::kind).toList();
  }

  public List<BatchReply> replies() {
    return received().stream()
        .filter(frame -> frame.kind() == Line.Kind.MESSAGE)
        .map(frame -> parsed(frame.body()))
        .toList();
  }

  private static BatchReply parsed(byte[] body) {
    try {
      return BatchReply.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(Arrays.toString(body), e);
    }
  }

  /** The problem in the end, which is the last that came. */
  public Problem end() {
    Frame last = received().getLast();
    if (last.kind() != Line.Kind.END) {
      throw new AssertionError("ends with " + last.kind());
    }
    try {
      return Problem.parseFrom(last.body());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  public boolean isGreeted() {
    received();
    return isGreeted;
  }

  /** Whether the node reads nothing more. */
  public boolean isHeld() {
    return isHeld;
  }

  /** In how many pieces all that was received came. */
  public int pieces() {
    return pieces;
  }

  @Override
  public void close() {
    connection.finishAndReleaseAll();
  }
}
