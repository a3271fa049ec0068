package dev.millrace.line;

import dev.millrace.line.Line.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes frames of the bytes of a connection, in whatever pieces they come, and sees to it that each
 * may come when it does. After an exception nothing more can be read.
 */
public final class FrameReader {
  /** What a length alone may make us take, */
  private static final int TRUSTED_BYTES = 64 << 10;

  /** and what it may if as much came before. */
  private static final int PROVEN_BYTES_MAX = Bodies.BYTES_MAX;

  private static final byte[] NONE = {};

  private final int messageBytesMax;
  private final Bodies bodies;
  private int prefaceBytes;
  private final ByteBuffer head = ByteBuffer.allocate(Line.HEAD_BYTES);
  private boolean isOpenDue;
  private boolean hasEnded;
  private @Nullable Kind kind;
  private int length;
  private byte[] body = NONE;
  private int filled;

  /** The longest that came whole. */
  private int provenBytes;

  private FrameReader(int messageBytesMax, boolean isOpenDue, Bodies bodies) {
    this.messageBytesMax = messageBytesMax;
    this.isOpenDue = isOpenDue;
    this.bodies = bodies;
  }

  /**
   * Reads what a client sends.
   *
   * @param messageBytesMax the longest message that is taken
   * @param bodies for what is read, which may be given back there
   */
  public static FrameReader ofClient(int messageBytesMax, Bodies bodies) {
    return new FrameReader(messageBytesMax, true, bodies);
  }

  /**
   * Reads what a server sends.
   *
   * @param messageBytesMax the longest message that is taken
   */
  public static FrameReader ofServer(int messageBytesMax) {
    return new FrameReader(messageBytesMax, false, new Bodies(0));
  }

  /** Takes what is there of the preface; true once all of it has come. */
  public boolean readPreface(ByteBuffer bytes) throws LineException {
    while (prefaceBytes < Line.PREFACE_BYTES && bytes.hasRemaining()) {
      if (bytes.get() != Line.preface(prefaceBytes)) {
        throw new LineException("no line begins like this");
      }
      prefaceBytes++;
    }
    return prefaceBytes == Line.PREFACE_BYTES;
  }

  /** The next frame; null when more bytes are needed for it, and all that are there were taken. */
  public @Nullable Frame next(ByteBuffer bytes) throws LineException {
    if (kind == null) {
      kind = readHead(bytes);
    }
    if (kind == null) {
      return null;
    }
    while (filled < length && bytes.hasRemaining()) {
      if (filled == body.length) {
        body = Arrays.copyOf(body, (int) Math.min(length, 2L * body.length));
      }
      int piece = Math.min(Math.min(body.length, length) - filled, bytes.remaining());
      bytes.get(body, filled, piece);
      filled += piece;
    }
    return filled < length ? null : take(kind);
  }

  /** How many bytes are missing of the frame that has begun; 0 if none has. */
  public int missingBytes() {
    return kind == null ? 0 : length - filled;
  }

  private @Nullable Kind readHead(ByteBuffer bytes) throws LineException {
    while (head.hasRemaining() && bytes.hasRemaining()) {
      head.put(bytes.get());
    }
    if (head.hasRemaining()) {
      return null;
    }
    Kind read = Kind.of(head.get(0));
    checkTurn(read);
    length = head.getInt(1);
    int bytesMax = Math.min(messageBytesMax, read.bytesMax());
    if (length < 0 || length > bytesMax) {
      throw new LineException(
          "%s of %d bytes, at most %d are taken"
              .formatted(read, Integer.toUnsignedLong(length), bytesMax));
    }
    int trusted = Math.clamp(provenBytes, TRUSTED_BYTES, PROVEN_BYTES_MAX);
    body = length == 0 ? NONE : bodies.take(Math.min(length, trusted));
    filled = 0;
    return read;
  }

  /** Before any of its body is taken: who isn't known yet gets no memory for messages. */
  private void checkTurn(Kind read) throws LineException {
    if ((read == Kind.OPEN) != isOpenDue) {
      throw new LineException(
          isOpenDue ? "a line begins with OPEN, not with " + read : "OPEN where it may not come");
    }
    if (hasEnded && (read == Kind.MESSAGE || read == Kind.END)) {
      throw new LineException(read + " after END");
    }
    isOpenDue = false;
    hasEnded |= read == Kind.END;
  }

  private Frame take(Kind whole) {
    Frame frame = new Frame(whole, body, length);
    provenBytes = Math.max(provenBytes, length);
    kind = null;
    body = NONE;
    head.clear();
    return frame;
  }
}
