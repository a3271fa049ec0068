package dev.millrace.http;

import static dev.millrace.http.TestServer.head;
import static dev.millrace.http.TestServer.readAll;
import static dev.millrace.http.TestServer.readUntil;
import static dev.millrace.http.TestServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Task;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections are treated, whatever is sent over them. */
@Timeout(300)
class HttpServerTest {
  private static final String CALL =
      """
      POST /v1/get-policies HTTP/1.1
      Host: localhost
      Content-Type: application/json
      Connection: close
      """;

  @Test
  void callIsAnsweredWithJson() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send(CALL + "Content-Length: 2", "{}"))
          .startsWith("HTTP/1.1 200 OK")
          .contains("content-type: application/json", "x-content-type-options: nosniff")
          .contains("cache-control: no-store", "connection: close")
          .endsWith("{\"version\":\"7\",\"policies\":[]}\n");
    }
  }

  @Test
  void requestMayComeByteByByte() throws IOException {
    try (var server = new TestServer();
        var socket = server.connect()) {
      for (String one : (head(CALL + "Content-Length: 2") + "{}").split("")) {
        write(socket, one);
      }
      assertThat(readAll(socket)).startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void bodyMayComeInChunks() throws IOException {
    try (var server = new TestServer()) {
      assertThat(
              server.send(
                  CALL + "Transfer-Encoding: chunked",
                  "1\r\n{\r\n1;why=not\r\n}\r\n0\r\nTrailer: x\r\n\r\n"))
          .startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void requestsBehindEachOtherAreAnsweredInTheirOrder() throws IOException {
    try (var server = new TestServer()) {
      String looks = head("GET /health HTTP/1.1\nHost: localhost").repeat(3);
      assertThat(server.send("GET /ready HTTP/1.1\nHost: localhost", looks + head(CALL)))
          .containsSubsequence("503", "alive", "alive", "alive", "version");
    }
  }

  @Test
  void clientIsToldToGoOnWhenItAsks() throws IOException {
    try (var server = new TestServer();
        var socket = server.connect()) {
      write(socket, head(CALL + "Content-Length: 2\nExpect: 100-continue"));
      assertThat(readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 100");
      write(socket, "{}");
      assertThat(readAll(socket)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void bodyThatIsTooLargeIsRefusedBeforeItComes() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send(CALL + "Content-Length: 5000000000", ""))
          .startsWith("HTTP/1.1 413")
          .contains("\"code\":\"INVALID\"");
    }
  }

  @Test
  void bodyThatGetsTooLargeIsRefusedAndTheRefusalIsRead() throws IOException {
    try (var server = new TestServer(config -> config.with(10, 100_000))) {
      String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
      assertThat(server.send(CALL + "Transfer-Encoding: chunked", chunk.repeat(4)))
          .startsWith("HTTP/1.1 413");
    }
  }

  @Test
  void bodiesTogetherAreBounded() throws IOException {
    try (var server = new TestServer(config -> config.with(10, 1 << 20));
        var first = server.connect();
        var second = server.connect();
        var third = server.connect();
        var fourth = server.connect()) {
      for (Socket socket : new Socket[] {first, second, third, fourth}) {
        write(socket, head(CALL + "Content-Length: 1048576") + " ".repeat((1 << 20) - 1));
      }
      // Until the server has taken in what was sent before.
      String answer = "HTTP/1.1 200";
      while (answer.startsWith("HTTP/1.1 200")) {
        answer = server.send(CALL + "Content-Length: 2000", "{}" + " ".repeat(1998));
      }
      assertThat(answer).startsWith("HTTP/1.1 503").contains("OVERLOADED", "retry-after: 1");
    }
  }

  @Test
  void bodyThatTakesTooLongIsRefused() throws IOException {
    var times =
        new HttpConfig.Times(
            Duration.ofSeconds(60),
            Duration.ofMillis(50),
            Duration.ofSeconds(60),
            Duration.ofMillis(50),
            Duration.ofSeconds(5));
    try (var server = new TestServer(config -> config.with(times))) {
      assertThat(server.send(CALL + "Content-Length: 2", "{")).startsWith("HTTP/1.1 408");
    }
  }

  @Test
  void connectionThatSaysNothingIsClosed() throws IOException {
    var times =
        new HttpConfig.Times(
            Duration.ofMillis(50),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5));
    try (var server = new TestServer(config -> config.with(times));
        var socket = server.connect()) {
      write(socket, "GET /health HTTP/1.1\r\nHost: local");
      assertThat(readAll(socket)).isEmpty();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreClosed() throws IOException {
    try (var server = new TestServer(config -> config.with(1, 1 << 20));
        var first = server.connect()) {
      write(first, head("GET /health HTTP/1.1\nHost: localhost"));
      readUntil(first, "alive");
      try (var second = server.connect()) {
        assertThat(readAll(second)).isEmpty();
      }
    }
  }

  @Test
  void headIsBounded() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send("GET /%s HTTP/1.1".formatted("a".repeat(10_000)), ""))
          .startsWith("HTTP/1.1 414");
      assertThat(
              server.send(
                  "GET /health HTTP/1.1\nHost: localhost\nX: %s".formatted("a".repeat(20_000)), ""))
          .startsWith("HTTP/1.1 431");
    }
  }

  @Test
  void whatIsNoHttpIsRefused() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send("HELLO", "")).startsWith("HTTP/1.1 400");
      assertThat(server.send(CALL + "Content-Length: 2\nTransfer-Encoding: chunked", "{}"))
          .startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void wrongMethodSaysWhichIsRight() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send("DELETE /v1/queues HTTP/1.1\nHost: localhost", ""))
          .startsWith("HTTP/1.1 405")
          .contains("allow: GET");
    }
  }

  @Test
  void bodyMustSayThatItIsJson() throws IOException {
    try (var server = new TestServer()) {
      assertThat(
              server.send(
                  CALL.replace("application/json", "text/plain") + "Content-Length: 2", "{}"))
          .startsWith("HTTP/1.1 415");
    }
  }

  @Test
  void waitingCallIsCancelledWhenItsCallerGoes() throws Exception {
    try (var server = new TestServer()) {
      try (var socket = server.connect()) {
        write(socket, head(CALL.replace("get-policies", "lease") + "Content-Length: 2") + "{}");
        assertThat(server.service.leases.poll(240, TimeUnit.SECONDS)).isNotNull();
      }
      server.service.cancelled.get(240, TimeUnit.SECONDS);
    }
  }

  @Test
  void tasksThatNobodyGotAreGivenBack() throws Exception {
    // More than the buffers of a socket hold.
    var task = Task.newBuilder().setLease(5).setData(ByteString.copyFrom(new byte[16 << 20]));
    try (var server = new TestServer()) {
      try (var socket = server.connect()) {
        write(socket, head(CALL.replace("get-policies", "lease") + "Content-Length: 2") + "{}");
        var lease = server.service.leases.take();
        lease.onNext(LeaseReply.newBuilder().addTasks(task).build());
        lease.onCompleted();
        readUntil(socket, "\r\n\r\n");
        // Closes without reading the rest.
        socket.setSoLinger(true, 0);
      }

      var released = server.service.batches.take().getCalls(0).getUpdate().getElements(0);
      assertThat(released.getRelease().getLease()).isEqualTo(5);
    }
  }

  @Test
  void metricsAreForWhoMaySeeTheStages() throws IOException {
    try (var server = new TestServer()) {
      assertThat(server.send("GET /metrics HTTP/1.1\nHost: localhost\nConnection: close", ""))
          .startsWith("HTTP/1.1 403")
          .contains("not for you");
    }
  }

  @Test
  void listenersGetEventsUntilTheServerStops() throws IOException {
    try (var server = new TestServer();
        var socket = server.connect()) {
      write(socket, head("GET /v1/stats/live HTTP/1.1\nHost: localhost"));
      assertThat(readUntil(socket, "\n\n"))
          .contains("content-type: text/event-stream", "event: stats", "\"matching\":\"3\"");
      readUntil(socket, "\n\n");
      server.http().stop();
      readAll(socket);
    }
  }

  @Test
  void listenersAreBounded() throws IOException {
    try (var server = new TestServer(config -> config.withListeners(0))) {
      assertThat(server.send("GET /v1/stats/live HTTP/1.1\nHost: localhost\nConnection: close", ""))
          .startsWith("HTTP/1.1 503")
          .contains("retry-after: 1");
    }
  }

  @Test
  void stopAnswersWhatIsUnderWay() throws Exception {
    try (var server = new TestServer();
        var socket = server.connect()) {
      write(socket, head(CALL.replace("get-policies", "lease") + "Content-Length: 2") + "{}");
      var lease = server.service.leases.take();
      var stop = Thread.ofVirtual().start(server.http()::stop);
      lease.onNext(LeaseReply.getDefaultInstance());
      lease.onCompleted();
      assertThat(readAll(socket)).startsWith("HTTP/1.1 200");
      stop.join();
    }
  }
}
