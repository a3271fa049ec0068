package dev.millrace.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
  private static final int BYTES_MAX = 1 << 20;

  private final FrameReader client = FrameReader.ofClient(BYTES_MAX, new Bodies(0));
  private final FrameReader server = FrameReader.ofServer(BYTES_MAX);

  private static byte[] frame(Line.Kind kind, byte... body) {
    return ByteBuffer.allocate(Line.HEAD_BYTES + body.length)
        .put(kind.code())
        .putInt(body.length)
        .put(body)
        .array();
  }

  private static ByteBuffer all(byte[]... frames) {
    int bytes = Arrays.stream(frames).mapToInt(frame -> frame.length).sum();
    var all = ByteBuffer.allocate(bytes);
    Arrays.stream(frames).forEach(all::put);
    return all.flip();
  }

  private static List<String> read(FrameReader reader, ByteBuffer bytes) throws LineException {
    List<String> read = new ArrayList<>();
    for (Frame frame = reader.next(bytes); frame != null; frame = reader.next(bytes)) {
      read.add(frame.kind() + Arrays.toString(frame.body()));
    }
    return read;
  }

  @Test
  void framesComeOutAsTheyWentIn() throws LineException {
    var bytes =
        all(
            frame(Line.Kind.OPEN),
            frame(Line.Kind.MESSAGE, (byte) 7, (byte) 8),
            frame(Line.Kind.PING),
            frame(Line.Kind.END));

    assertThat(read(client, bytes)).containsExactly("OPEN[]", "MESSAGE[7, 8]", "PING[]", "END[]");
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Test
  void tellsHowMuchIsMissingOfWhatHasBegun() throws LineException {
    assertThat(client.missingBytes()).isZero();

    read(client, all(frame(Line.Kind.OPEN)));
    assertThat(client.missingBytes()).isZero();

    byte[] message = frame(Line.Kind.MESSAGE, new byte[1000]);
    read(client, ByteBuffer.wrap(message, 0, Line.HEAD_BYTES + 300));
    assertThat(client.missingBytes()).isEqualTo(700);

    read(client, ByteBuffer.wrap(message, Line.HEAD_BYTES + 300, 700));
    assertThat(client.missingBytes()).isZero();
  }

  @Test
  void longMessagesComeWholeOneAfterTheOther() throws LineException {
    assertThat(read(client, all(frame(Line.Kind.OPEN)))).hasSize(1);
    for (int length : new int[] {200_000, 150_000, 700_000, 1_000_000, 3}) {
      var body = new byte[length];
      new Random(length).nextBytes(body);
      var bytes = all(frame(Line.Kind.MESSAGE, body));
      Frame frame = null;
      while (bytes.hasRemaining()) {
        assertThat(frame).isNull();
        int piece = Math.min(16_384, bytes.remaining());
        frame = client.next(bytes.slice(bytes.position(), piece));
        bytes.position(bytes.position() + piece);
      }
      assertThat(frame).isNotNull().extracting(Frame::body).isEqualTo(body);
    }
  }

  @Test
  void bodyInAnArrayThatWasUsedIsNoLongerThanItself() throws LineException {
    var bodies = new Bodies(1 << 20);
    var reader = FrameReader.ofClient(BYTES_MAX, bodies);
    read(reader, all(frame(Line.Kind.OPEN)));
    var random = new Random(3);
    for (int length : new int[] {60_000, 20_000, 50_000, 30_000}) {
      var body = new byte[length];
      random.nextBytes(body);

      Frame read = Objects.requireNonNull(reader.next(all(frame(Line.Kind.MESSAGE, body))));

      assertThat(read.body()).isEqualTo(body);
      bodies.give(read);
    }
  }

  @Test
  void piecesMayBeOfAnySize() throws LineException {
    byte[] body = new byte[200_000];
    new Random(1).nextBytes(body);
    var bytes = all(frame(Line.Kind.MESSAGE, body), frame(Line.Kind.MESSAGE, body));
    var random = new Random(2);
    List<byte[]> bodies = new ArrayList<>();

    while (bytes.hasRemaining()) {
      int piece = Math.min(bytes.remaining(), 1 + random.nextInt(10_000));
      var part = bytes.slice(bytes.position(), piece);
      bytes.position(bytes.position() + piece);
      for (Frame frame = server.next(part); frame != null; frame = server.next(part)) {
        bodies.add(frame.body());
      }
    }

    assertThat(bodies).containsExactly(body, body);
  }

  @Test
  void lengthAloneTakesLittleMemory() throws LineException {
    // No machine could keep these if each took what it claims.
    List<FrameReader> claims = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      var claim = FrameReader.ofServer(Integer.MAX_VALUE);
      assertThat(claim.next(ByteBuffer.wrap(new byte[] {2, 0x7f, -1, -1, -1}))).isNull();
      claims.add(claim);
    }

    assertThat(claims).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {BYTES_MAX + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void messageThatIsTooLongIsRefusedByItsHead(int length) {
    var head = ByteBuffer.allocate(5).put(Line.Kind.MESSAGE.code()).putInt(length).flip();

    assertThatThrownBy(() -> server.next(head))
        .isInstanceOf(LineException.class)
        .hasMessageContaining(Integer.toUnsignedString(length) + " bytes");
  }

  @ParameterizedTest
  @EnumSource(names = {"OPEN", "END", "PING", "PONG"})
  void frameThatIsNoMessageHasABoundOfItsOwn(Line.Kind kind) {
    var head = ByteBuffer.allocate(5).put(kind.code()).putInt(kind.bytesMax() + 1).flip();
    var reader = kind == Line.Kind.OPEN ? client : server;

    assertThatThrownBy(() -> reader.next(head)).isInstanceOf(LineException.class);
  }

  @ParameterizedTest
  @ValueSource(bytes = {0, 6, 127, -1, 'M', 'P'})
  void unknownKindIsRefused(byte code) {
    assertThatThrownBy(() -> server.next(ByteBuffer.wrap(new byte[] {code, 0, 0, 0, 0})))
        .isInstanceOf(LineException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"MESSAGE", "END", "PING", "PONG"})
  void clientOpensBeforeAllElse(Line.Kind kind) {
    assertThatThrownBy(() -> client.next(all(frame(kind))))
        .isInstanceOf(LineException.class)
        .hasMessageContaining("begins with OPEN");
  }

  @Test
  void clientOpensOnce() throws LineException {
    client.next(all(frame(Line.Kind.OPEN)));

    assertThatThrownBy(() -> client.next(all(frame(Line.Kind.OPEN))))
        .isInstanceOf(LineException.class);
  }

  @Test
  void serverOpensNothing() {
    assertThatThrownBy(() -> server.next(all(frame(Line.Kind.OPEN))))
        .isInstanceOf(LineException.class);
  }

  @Test
  void noMessageComesAfterTheEnd() throws LineException {
    server.next(all(frame(Line.Kind.END)));

    assertThat(read(server, all(frame(Line.Kind.PING)))).hasSize(1);
    assertThatThrownBy(() -> server.next(all(frame(Line.Kind.MESSAGE))))
        .isInstanceOf(LineException.class)
        .hasMessageContaining("after END");
  }

  @Test
  void prefaceMayComeInPieces() throws LineException {
    byte[] preface = Line.preface();

    for (int i = 0; i < preface.length - 1; i++) {
      assertThat(server.readPreface(ByteBuffer.wrap(preface, i, 1))).isFalse();
    }
    var last = ByteBuffer.wrap(new byte[] {preface[preface.length - 1], 9});
    assertThat(server.readPreface(last)).isTrue();
    assertThat(last.remaining()).isEqualTo(1);
  }

  @Test
  void otherVersionIsNotThisOne() {
    byte[] next = "MILLRACE LINE 2\n".getBytes(US_ASCII);

    assertThatThrownBy(() -> server.readPreface(ByteBuffer.wrap(next)))
        .isInstanceOf(LineException.class);
  }
}
