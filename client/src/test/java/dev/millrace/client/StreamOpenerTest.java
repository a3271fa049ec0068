package dev.millrace.client;

import static dev.millrace.client.Calls.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Queue;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Over what clients talk to a node. */
@Timeout(60)
class StreamOpenerTest {
  private static final Queue MAIL = Elements.queue("mail");

  private TestNode node;
  private Relay relay;

  @BeforeEach
  void start(@TempDir Path folder) {
    node = new TestNode(folder);
    relay = new Relay(node.port());
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
    node.close();
  }

  @ParameterizedTest
  @EnumSource
  void addressSaysWhat(Transport transport) {
    try (var client = MillraceClient.connect(transport.to(relay.address()))) {
      client.enqueue(MAIL, bytes("x"));
    }

    assertThat(relay.firstBytes()).containsExactly(transport.firstBytes());
  }

  @Test
  void nameIsLookedUp() {
    String name = relay.address().replace("127.0.0.1", "localhost");
    try (var client = MillraceClient.connect(name)) {
      client.enqueue(MAIL, bytes("x"));
    }

    assertThat(relay.firstBytes()).containsExactly(Transport.LINE.firstBytes());
  }

  @Test
  void serverWithoutLinesIsSpokenToByGrpcInTheSameTry() {
    relay.refuseLines();
    try (var client = MillraceClient.connect(relay.address())) {
      client.enqueue(MAIL, bytes("x"));

      assertThat(client.stats().connects()).isEqualTo(1);
    }
    assertThat(relay.firstBytes())
        .containsExactly(Transport.LINE.firstBytes(), Transport.GRPC.firstBytes());
  }

  @Test
  void lineIsTriedAgainWithEachConnection() throws IOException {
    relay.refuseLines();
    try (var client = MillraceClient.connect(relay.address())) {
      client.enqueue(MAIL, bytes("x"));
      relay.cut();
      client.enqueue(MAIL, bytes("y"));
    }

    assertThat(relay.firstBytes())
        .filteredOn(Transport.LINE.firstBytes()::equals)
        .hasSizeGreaterThanOrEqualTo(2);
  }
}
