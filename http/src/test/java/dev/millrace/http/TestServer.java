package dev.millrace.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.millrace.api.v1.StatsReply;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A server on any port, and sockets to it that send what no client would. */
final class TestServer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 240_000;

  final EchoService service = new EchoService();
  private final Server grpc;
  private final HttpServer http;

  TestServer() {
    this(config -> config);
  }

  TestServer(UnaryOperator<HttpConfig> change) {
    String name = InProcessServerBuilder.generateName();
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      grpc =
          InProcessServerBuilder.forName(name).addService(service).directExecutor().build().start();
      http =
          HttpServer.start(
              change.apply(HttpConfig.of(address, Set.of("queues.example"))),
              Optional.empty(),
              () -> InProcessChannelBuilder.forName(name).directExecutor().build(),
              new View());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static final class View implements NodeView {
    @Override
    public String metrics(Optional<StatsReply> totals, HttpUse use) {
      return "refused %d\n".formatted(use.connectionsRefused());
    }

    @Override
    public Site site() {
      return Site.onClassPath("dev/millrace/http/site");
    }

    @Override
    public Optional<String> unready() {
      return Optional.of("the disk is full");
    }
  }

  HttpServer http() {
    return http;
  }

  Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  /** Sends lines as a head, then the body, and returns all that comes until the server closes. */
  String send(String head, String body) throws IOException {
    try (var socket = connect()) {
      write(socket, head(head) + body);
      return readAll(socket);
    }
  }

  static String head(String lines) {
    return lines.strip().replace("\n", "\r\n") + "\r\n\r\n";
  }

  static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  static String readAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  /** Reads until a text has come. */
  static String readUntil(Socket socket, String end) throws IOException {
    var read = new ByteArrayOutputStream();
    while (!read.toString(ISO_8859_1).contains(end)) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new AssertionError("the end came before '%s': %s".formatted(end, read));
      }
      read.write(next);
    }
    return read.toString(ISO_8859_1);
  }

  @Override
  public void close() {
    http.stop();
    grpc.shutdownNow();
  }
}
