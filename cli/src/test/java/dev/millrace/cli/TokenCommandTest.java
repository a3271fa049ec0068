package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TokenCommandTest {
  @TempDir private Path folder;
  private Path access;
  private final TestShell shell = new TestShell();

  @BeforeEach
  void name() {
    access = folder.resolve("access");
  }

  private int token(String... arguments) {
    var words = new ArrayList<>(List.of("token"));
    words.addAll(List.of(arguments));
    words.addAll(List.of("--access-file", access.toString()));
    return shell.run(words.toArray(String[]::new));
  }

  @Test
  void tokenIsShownOnceAndKeptAsAHash() throws IOException {
    assertThat(token("create", "mailer", "--allow", "enqueue,lease /mail.*")).isZero();

    String secret = shell.out().strip();
    assertThat(secret).startsWith("mr_").hasSize(46);
    assertThat(Files.readString(access)).doesNotContain(secret).contains("token sha256:");
    assertThat(token("list")).isZero();
    assertThat(shell.lines())
        .last()
        .asString()
        .startsWith("mailer")
        .endsWith("enqueue,lease /mail.*");
    assertThat(shell.out()).doesNotContain(secret);
  }

  @Test
  void secondTokenJoinsTheFirst() {
    token("create", "mailer", "--allow", "enqueue /mail.*");
    assertThat(token("create", "mailer", "--expires-in", "1h", "--allow", "lease /mail.*"))
        .isZero();
    token("list");
    assertThat(shell.out()).contains(" until ").contains("enqueue /mail.*; lease /mail.*");
  }

  @Test
  void revokedPrincipalIsGone() {
    token("create", "mailer", "--allow", "enqueue /mail.*");

    assertThat(token("revoke", "mailer")).isZero();

    assertThat(token("list")).isZero();
    assertThat(shell.out()).isEmpty();
    assertThat(token("revoke", "mailer")).isEqualTo(3);
  }

  @Test
  void wrongRuleChangesNothing() {
    assertThat(token("create", "mailer", "--allow", "read /mail")).isEqualTo(2);
    assertThat(shell.err()).contains("'read' is no verb");
    assertThat(Files.exists(access)).isFalse();
    assertThat(token("create", "two words")).isEqualTo(2);
  }

  @Test
  void fileMustBeNamed() {
    assertThat(shell.run("token", "list")).isEqualTo(2);
    assertThat(shell.err()).contains("--access-file or $MILLRACE_ACCESS_FILE");
  }

  @Test
  void commandsShowATokenAndAreRefusedOnceItIsRevoked() throws IOException {
    token("create", "mailer", "--allow", "enqueue /mail.*");
    Path file = Files.writeString(folder.resolve("token"), shell.out());
    var settings =
        Map.of(
            "data", folder.resolve("data").toString(),
            "port", "0",
            "access-file", access.toString());
    Node node = Node.start(NodeConfig.load(Optional.empty(), settings));
    try {
      var stranger = new TestShell("--server", "127.0.0.1:" + node.port());
      var mailer =
          new TestShell("--server", "127.0.0.1:" + node.port(), "--token-file", file.toString());

      assertThat(stranger.run("enqueue", "mail.in", "x")).isEqualTo(8);
      assertThat(stranger.err()).startsWith("millrace: UNAUTHENTICATED: the call has no token");
      assertThat(mailer.run("enqueue", "mail.in", "x")).isZero();
      assertThat(mailer.run("queues")).isEqualTo(8);
      assertThat(mailer.err())
          .startsWith("millrace: PERMISSION_DENIED: mailer has no right to list");

      token("revoke", "mailer");

      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      // One that is under way meanwhile has an unknown outcome.
      while (mailer.run("enqueue", "mail.in", "x") != 8) {
        assertThat(System.nanoTime()).isLessThan(until);
      }
      assertThat(mailer.err()).startsWith("millrace: UNAUTHENTICATED: the token isn't known");
    } finally {
      node.stop();
    }
  }
}
