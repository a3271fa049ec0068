package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.Problem;
import dev.millrace.line.Line;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineTryTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  private final EventLoop loop = TransportLoop.acquire();
  private final LineServer server = new LineServer();
  private final CompletableFuture<Boolean> isOpened = new CompletableFuture<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();

  @AfterEach
  void release() throws IOException {
    server.close();
    TransportLoop.release();
  }

  private LineTry start(LineAddress to, Optional<Supplier<String>> token, Duration step) {
    var attempt =
        new LineTry(
            to,
            token,
            loop,
            new CallStream.Listener() {
              @Override
              public void replied(CallStream stream, BatchReply message) {}

              @Override
              public void ready(CallStream stream) {}

              @Override
              public void ended(CallStream stream, Problem problem) {
                ended.complete(problem.getMessage());
              }
            },
            new LineTry.Outcome() {
              @Override
              public void opened(LineStream stream) {
                isOpened.complete(true);
              }

              @Override
              public void notOpened() {
                isOpened.complete(false);
              }
            },
            step);
    loop.execute(attempt::start);
    return attempt;
  }

  private void start() {
    var _ = start(server.address(), Optional.empty(), LONG);
  }

  @Test
  void opensWhenTheServerSaysThatItSpeaksLines() throws Exception {
    start();
    try (var connection = server.accept()) {
      assertThat(LineServer.readOpening(connection)).isEmpty();
      connection.getOutputStream().write(Line.preface());

      assertThat(isOpened.get()).isTrue();
    }
  }

  @Test
  void whatFollowsTheGreetingInOnePieceIsRead() throws Exception {
    start();
    try (var connection = server.accept()) {
      connection
          .getOutputStream()
          .write("MILLRACE LINE 1\n\3\0\0\0\0".getBytes(StandardCharsets.US_ASCII));

      assertThat(ended.get()).isEqualTo("the server ended the stream");
    }
  }

  @Test
  void greetingMayComeInPieces() throws Exception {
    start();
    try (var connection = server.accept()) {
      connection.setTcpNoDelay(true);
      for (byte next : Line.preface()) {
        connection.getOutputStream().write(next);
      }

      assertThat(isOpened.get()).isTrue();
    }
  }

  @Test
  void otherFirstBytesMeanThatThereIsNone() throws Exception {
    start();
    try (var connection = server.accept()) {
      connection.getOutputStream().write("HTTP/1.1 400\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(isOpened.get()).isFalse();
      LineServer.readOpening(connection);
      assertThat(connection.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void closedConnectionMeansThatThereIsNone() throws Exception {
    start();
    server.accept().close();

    assertThat(isOpened.get()).isFalse();
  }

  @Test
  void closedPortMeansThatThereIsNone() throws Exception {
    server.close();
    start();

    assertThat(isOpened.get()).isFalse();
  }

  @Test
  void unknownNameMeansThatThereIsNone() throws Exception {
    start(new LineAddress("nowhere.invalid", 1), Optional.empty(), LONG);

    assertThat(isOpened.get()).isFalse();
  }

  @Test
  void silentServerMeansThatThereIsNoneAndIsSentNothingMore() throws Exception {
    start(server.address(), Optional.empty(), Duration.ofMillis(50));
    try (var connection = server.accept()) {
      assertThat(isOpened.get()).isFalse();

      assertThat(LineServer.readOpening(connection)).isEmpty();
      assertThat(connection.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void tokenGoesInTheFirstFrame() throws Exception {
    start(server.address(), Optional.of(() -> "secret"), LONG);
    try (var connection = server.accept()) {
      assertThat(LineServer.readOpening(connection)).isEqualTo("authorization: Bearer secret\n");
    }
  }

  @Test
  void tokenIsNotAskedForWhenItWouldLeaveThisMachine() throws Exception {
    var isAsked = new CompletableFuture<Void>();
    start(
        new LineAddress("192.0.2.1", 1),
        Optional.of(
            () -> {
              isAsked.complete(null);
              return "secret";
            }),
        LONG);

    assertThat(isOpened.get()).isFalse();
    assertThat(isAsked).isNotDone();
  }

  @Test
  void tokenThatCannotBeReadMeansThatThereIsNone() throws Exception {
    start(
        server.address(),
        Optional.of(
            () -> {
              throw new UncheckedIOException(new IOException("no such file"));
            }),
        LONG);

    assertThat(isOpened.get()).isFalse();
  }

  @Test
  void tokenThatWouldBeAnotherFieldTooMeansThatThereIsNone() throws Exception {
    start(server.address(), Optional.of(() -> "secret\nx: y"), LONG);

    assertThat(isOpened.get()).isFalse();
  }

  @Test
  void nothingIsHeardOfOneThatIsCancelled()
      throws IOException, ExecutionException, InterruptedException {
    var attempt = start(server.address(), Optional.empty(), LONG);
    try (var connection = server.accept()) {
      LineServer.readOpening(connection);
      loop.submit(attempt::cancel).get();

      assertThat(connection.getInputStream().read()).isEqualTo(-1);
      assertThat(isOpened).isNotDone();
    }
  }
}
