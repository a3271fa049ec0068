package dev.millrace.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A client with a token, and one without. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class CredentialsTest {
  private static final Queue MAIL = Elements.queue("mail");
  private static final ByteString DATA = ByteString.copyFromUtf8("data");

  private final Transport transport;
  @TempDir private Path folder;
  private TestNode node;

  CredentialsTest(Transport transport) {
    this.transport = transport;
  }

  @BeforeEach
  void start() throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest("secret".getBytes(UTF_8));
    Files.writeString(
        folder.resolve("access"),
        "principal a\ntoken sha256:%s\nallow enqueue /mail\n"
            .formatted(HexFormat.of().formatHex(hash)));
    node =
        new TestNode(
            folder.resolve("data"), 0, Map.of("access-file", folder.resolve("access").toString()));
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private MillraceClient client(Credentials credentials) {
    return MillraceClient.connect(
        transport.to(node.address()),
        ClientConfig.DEFAULT
            .withTimeout(Duration.ofSeconds(30))
            .withCloseTimeout(Duration.ZERO)
            .withCredentials(credentials));
  }

  @Test
  void tokenGoesWithStreamsAndCalls() throws IOException {
    Files.writeString(folder.resolve("token"), "secret\n");
    try (var client = client(Credentials.NONE.withTokenFile(folder.resolve("token")))) {
      assertThat(client.enqueue(MAIL, DATA)).isNotNull();

      var denied = catchThrowableOfType(RefusedException.class, () -> client.lease(MAIL, 1));
      assertThat(denied.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      var unlisted =
          catchThrowableOfType(
              RefusedException.class,
              () -> client.admin().listQueues(ListQueuesRequest.getDefaultInstance()));
      assertThat(unlisted.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }
  }

  @Test
  void wrongTokenIsRefusedAtOnceAndNothingChanged() {
    try (var client = client(Credentials.NONE.withToken("wrong"))) {
      var refused = catchThrowableOfType(RefusedException.class, () -> client.enqueue(MAIL, DATA));

      assertThat(refused.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(refused.getMessage()).contains("isn't known, or was revoked");
    }
  }

  @Test
  void missingTokenFileIsNamed() {
    try (var client = client(Credentials.NONE.withTokenFile(folder.resolve("nowhere")))) {
      var refused = catchThrowableOfType(RefusedException.class, () -> client.enqueue(MAIL, DATA));

      assertThat(refused.getMessage()).contains("can't read the token from");
    }
  }

  @Test
  void textDoesNotTellTheToken() {
    assertThat(Credentials.NONE.withToken("secret").toString()).doesNotContain("secret");
  }
}
