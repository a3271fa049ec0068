package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that watch a node, and carry tasks from one to another. */
class WatchingTest {
  @TempDir private Path folder;

  private Node node;
  private TestShell shell;

  @BeforeEach
  void start() {
    node = node("data");
    shell = shellTo(node);
  }

  @AfterEach
  void stop() {
    node.stop();
  }

  private Node node(String name) {
    var arguments = Map.of("data", folder.resolve(name).toString(), "port", "0");
    return Node.start(NodeConfig.load(Optional.empty(), arguments));
  }

  private static TestShell shellTo(Node node) {
    return new TestShell("--server", "127.0.0.1:" + node.port());
  }

  @Test
  void statsAreShownAgain() {
    shell.run("enqueue", "q", "a");
    assertThat(shell.run("stats", "--watch", "1ms", "--times", "3")).isZero();
    assertThat(shell.lines().stream().filter(line -> line.startsWith("q "))).hasSize(3);
  }

  @Test
  void topNeedsATerminal() {
    assertThat(shell.run("top")).isEqualTo(2);
    assertThat(shell.err()).contains("stats --watch");
  }

  @Test
  void everythingThatIsExportedComesBack() {
    shell.run("enqueue", "a/1", "--pid", "hex:00ff", "hex:00");
    shell.run("enqueue", "a/1", "first");
    shell.run("enqueue", "a/1", "second");
    shell.run("enqueue", "a/2", "--pid", "later", "--delay", "1h", "x");
    shell.run("enqueue", "b", "not this one");
    var file = folder.resolve("tasks.jsonl");
    assertThat(shell.run("export", "a/.*", "--out", file.toString())).isZero();
    assertThat(shell.err()).contains("exported 4 tasks");
    assertThat(shell.run("export", "a/.*", "--out", file.toString())).isEqualTo(1);

    var other = node("other");
    try {
      var target = shellTo(other);
      assertThat(target.run("import", file.toString())).isZero();
      assertThat(target.out()).contains("imported 4 tasks, 0 already there");
      assertThat(target.run("get", "a/1", "hex:00ff", "--raw")).isZero();
      assertThat(target.bytes()).containsExactly(0);
      assertThat(target.run("get", "a/2", "later")).isZero();
      assertThat(target.out()).contains("delayed");
      assertThat(target.run("peek", "a/1")).isZero();
      assertThat(target.out()).containsSubsequence("first", "second");
      assertThat(target.run("import", file.toString(), "--skip", "2")).isZero();
      assertThat(target.out()).contains("1 already there");
    } finally {
      other.stop();
    }
  }

  @Test
  void traceIsShownExportedAndComesBack() throws IOException {
    var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 a=1";
    shell.run("enqueue", "q", "--pid", "a", "--trace", trace, "data");
    shell.run("get", "q", "a");
    assertThat(shell.out()).contains(trace);
    assertThat(shell.run("peek", "q", "--json")).isZero();
    assertThat(shell.field("trace")).isEqualTo(trace);
    var file = folder.resolve("tasks.jsonl");
    shell.run("export", "--out", file.toString());

    var other = node("other");
    try {
      var target = shellTo(other);
      assertThat(target.run("import", file.toString())).isZero();
      assertThat(target.run("lease", "q", "--json")).isZero();
      assertThat(target.field("trace")).isEqualTo(trace);
    } finally {
      other.stop();
    }
  }

  @Test
  void exportGoesOnBehindItsLastWholeLine() throws IOException {
    for (var pid : new String[] {"a", "b", "c"}) {
      shell.run("enqueue", "q1", "--pid", pid, pid);
    }
    shell.run("enqueue", "q2", "--pid", "d", "d");
    var file = folder.resolve("tasks.jsonl");
    shell.run("export", "--out", file.toString());
    var whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.indexOf('\n') + 9));

    assertThat(shell.run("export", "--out", file.toString(), "--resume")).isZero();
    assertThat(shell.err()).contains("exported 3 tasks");
    assertThat(Files.readString(file)).isEqualTo(whole);
  }

  @Test
  void lineThatIsNoTaskIsNamed() throws IOException {
    shell.run("enqueue", "q", "--pid", "a", "a");
    var file = folder.resolve("tasks.jsonl");
    shell.run("export", "--out", file.toString());
    Files.writeString(file, "{\"queue\":7}\n", StandardOpenOption.APPEND);
    assertThat(shell.run("import", file.toString())).isEqualTo(2);
    assertThat(shell.err()).contains("line 2 is no task");
  }

  @Test
  void deadLettersGoBackWhereTheyCameFrom() throws IOException {
    var policy = folder.resolve("policy.json");
    Files.writeString(
        policy, "{\"policies\":[{\"queues\":{\"regex\":\"mail\"},\"maxAttempts\":1}]}");
    assertThat(shell.run("policy", "set", policy.toString())).isZero();
    for (var pid : new String[] {"a", "b"}) {
      shell.run("enqueue", "mail", "--pid", pid, "data of " + pid);
      shell.run("lease", "mail", "--json");
      shell.run("release", "mail", pid, shell.field("lease"), "--failed");
    }
    shell.run("enqueue", "mail", "--pid", "b", "a new one");

    assertThat(shell.run("requeue", "mail.dead")).isEqualTo(4);
    assertThat(shell.out()).contains("requeued 1 task");
    assertThat(shell.err()).contains("1 task stayed");
    assertThat(shell.run("get", "mail", "a")).isZero();
    assertThat(shell.out()).contains("available", "data of a");
    assertThat(shell.run("requeue", "mail.dead", "--to", "elsewhere")).isZero();
    assertThat(shell.run("requeue", "mail.dead")).isEqualTo(3);
  }

  @Test
  void completionKnowsEveryCommand() {
    assertThat(shell.run("completion", "bash")).isZero();
    for (var verb : Verb.values()) {
      assertThat(shell.out()).contains(verb.word());
    }
    assertThat(shell.out()).contains("--on-conflict", "--watch");
  }

  @Test
  void demonstrationRunsAndLeavesNothing() {
    assertThat(shell.run("demo", "--for", "3s", "--rate", "100")).isZero();
    assertThat(shell.out()).contains("curl 'http://127.0.0.1:", "waiting", "pages went through");
  }
}
