package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands against a real node. Every test has queues of its own. */
class CliTest {
  @TempDir private static Path folder;

  private static Node node;

  private final TestShell shell = shellTo(node());

  @BeforeAll
  static void startNode() {
    var arguments = Map.of("data", folder.resolve("data").toString(), "port", "0");
    node = Node.start(NodeConfig.load(Optional.empty(), arguments));
  }

  @AfterAll
  static void stopNode() {
    node.stop();
  }

  private static Node node() {
    return node;
  }

  private static TestShell shellTo(Node node) {
    return new TestShell("--server", "127.0.0.1:" + node.port());
  }

  @Test
  void taskGoesFromEnqueueOverLeaseToDone() {
    assertThat(shell.run("enqueue", "life", "--pid", "user-17", "Dear Ada")).isZero();
    assertThat(shell.lines())
        .containsExactly(
            "queue  pid      outcome", //
            "life   user-17  created");

    assertThat(shell.run("lease", "life", "--for", "5m", "--json")).isZero();
    assertThat(shell.field("pid")).isEqualTo("user-17");
    assertThat(shell.field("data")).isEqualTo("Dear Ada");
    var lease = shell.field("lease");

    assertThat(shell.run("renew", "life", "user-17", lease, "--for", "10m")).isZero();
    assertThat(shell.run("done", "life", "user-17", lease)).isZero();
    assertThat(shell.lines()).last().isEqualTo("life   user-17  removed");

    assertThat(shell.run("done", "life", "user-17", lease)).isEqualTo(4);
    assertThat(shell.err()).startsWith("millrace: LEASE_LOST: ");
  }

  @Test
  void leaseAndPeekOfAnEmptyQueueExitWithThree() {
    assertThat(shell.run("lease", "empty")).isEqualTo(3);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.run("lease", "empty", "--wait", "10ms", "--json")).isEqualTo(3);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.run("peek", "empty")).isEqualTo(3);
  }

  @Test
  void dataIsAnyBytes() {
    byte[] bytes = {0, -1, 10, 13, 27, 0};

    assertThat(shell.typing(bytes).run("enqueue", "raw", "--pid", "hex:00ff")).isZero();
    assertThat(shell.lines()).last().isEqualTo("raw    hex:00ff  created");

    assertThat(shell.run("get", "raw", "base64:AP8=", "--raw")).isZero();
    assertThat(shell.bytes()).isEqualTo(bytes);

    assertThat(shell.run("get", "raw", "hex:00ff", "--json")).isZero();
    assertThat(shell.field("pid_base64")).isEqualTo("AP8=");
    assertThat(shell.field("data_base64")).isEqualTo("AP8KDRsA");
  }

  @Test
  void pidThatTheServerGaveCanBePastedBack() {
    shell.run("enqueue", "fifo", "first", "--json");
    var pid = shell.field("pid");

    assertThat(shell.run("get", "fifo", pid, "--raw")).isZero();
    assertThat(shell.out()).isEqualTo("first");
    assertThat(shell.run("done", "fifo", pid, "--cancel")).isZero();
  }

  @Test
  void doneHandsOverToTheNextStage() {
    shell.run("enqueue", "stage1", "--pid", "a", "x");
    shell.run("lease", "stage1", "--json");
    var lease = shell.field("lease");

    var exitCode =
        shell.run("done", "stage1", "a", lease, "--then", "stage2", "--pid", "a", "--data", "y");

    assertThat(exitCode).isZero();
    assertThat(shell.lines())
        .containsExactly(
            "queue   pid  outcome", //
            "stage1  a    removed",
            "stage2  a    created");
    assertThat(shell.run("done", "stage1", "a", lease, "--then", "stage2")).isEqualTo(4);
    assertThat(shell.run("peek", "stage2", "--json")).isZero();
    assertThat(shell.field("data")).isEqualTo("y");
  }

  @Test
  void failedTaskGoesBackAndKeepsTheReason() {
    shell.run("enqueue", "fails", "--pid", "a", "x");
    shell.run("lease", "fails", "--json");

    var exitCode =
        shell.run(
            "release",
            "fails",
            "a",
            shell.field("lease"),
            "--failed",
            "--reason",
            "no\nroom",
            "--delay",
            "1h");

    assertThat(exitCode).isZero();
    assertThat(shell.run("get", "fails", "a")).isZero();
    assertThat(shell.lines())
        .contains("state     delayed", "attempts  1", "failure   no\\nroom")
        .noneMatch(line -> line.startsWith("lease"));
  }

  @Test
  void movedTaskShowsWhereItIs() {
    shell.run("enqueue", "here", "--pid", "a", "x");

    assertThat(shell.run("move", "here", "a", "--to", "there", "--to-pid", "b")).isZero();
    assertThat(shell.lines())
        .containsExactly(
            "queue  pid  outcome  now in  now pid", //
            "here   a    moved    there   b");
  }

  @Test
  void holderRenewsAllItsLeases() {
    shell.run("enqueue", "held", "--pid", "a", "x");
    shell.run("enqueue", "held", "--pid", "b", "x");
    shell.run("lease", "held", "-n", "2", "--holder", "worker-3");

    assertThat(shell.run("renew", "--all", "--holder", "worker-3")).isZero();
    assertThat(shell.lines()).containsExactly("renewed 2 leases");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "get codes nope; 3; NOT_FOUND",
        "delete codes; 3; NOT_FOUND",
        "done codes a 5; 4; LEASE_LOST",
        "queues (; 2; INVALID",
        "delete --pattern codes --expect 3; 4; CONFLICT",
        "lease codes --for 0; 2; INVALID",
      })
  void exitCodeFollowsTheProblem(String line, int exitCode, String code) {
    assertThat(shell.run(line.split(" "))).isEqualTo(exitCode);
    assertThat(shell.err()).startsWith("millrace: " + code + ": ").hasLineCount(1);
  }

  @Test
  void conflictIsUpToTheCaller() {
    shell.run("enqueue", "conflict", "--pid", "a", "1");

    assertThat(shell.run("enqueue", "conflict", "--pid", "a", "2")).isZero();
    assertThat(shell.lines()).last().isEqualTo("conflict  a    collapsed  available");
    assertThat(shell.run("enqueue", "conflict", "--pid", "a", "2", "--on-conflict", "fail"))
        .isEqualTo(4);
    assertThat(shell.run("enqueue", "conflict", "--pid", "a", "2", "--on-conflict", "replace"))
        .isZero();
    assertThat(shell.run("enqueue", "drained", "x", "--if-empty", "conflict", "--json")).isZero();
    assertThat(shell.field("outcome")).isEqualTo("skipped");
  }

  @Test
  void pausedQueueGrantsNothing() {
    shell.run("enqueue", "paused", "x");

    assertThat(shell.run("pause", "paused")).isZero();
    assertThat(shell.run("lease", "paused")).isEqualTo(3);
    assertThat(shell.run("queues", "paused")).isZero();
    assertThat(shell.lines()).last().asString().endsWith("paused");
    assertThat(shell.run("resume", "paused")).isZero();
    assertThat(shell.run("lease", "paused")).isZero();
  }

  @Test
  void fileIsLoadedLineByLineInOrder() throws IOException {
    var file = folder.resolve("lines.txt");
    var lines = IntStream.range(0, 10_000).mapToObj(i -> "line " + i).toList();
    Files.writeString(file, String.join("\n", lines));

    assertThat(shell.run("load", file.toString(), "--queue", "loaded")).isZero();
    assertThat(shell.out()).startsWith("loaded 10,000 lines into loaded in ");

    assertThat(shell.run("peek", "loaded", "-n", "10000", "--json")).isZero();
    assertThat(shell.lines())
        .map(line -> line.replaceAll(".*\"data\":\"(.*)\"}", "$1"))
        .isEqualTo(lines);
  }

  @Test
  void repeatedLoadEnqueuesOnlyWhatIsMissing() {
    shell.typing("a\nb\n\nb\nc");

    assertThat(shell.run("load", "-", "--queue", "once", "--pid", "line", "--skip-empty", "--json"))
        .isZero();
    assertThat(shell.out()).contains("\"lines\":4,\"created\":3,\"collapsed\":1");
    assertThat(shell.run("load", "-", "--queue", "once", "--pid", "line", "--skip-empty", "--json"))
        .isZero();
    assertThat(shell.out()).contains("\"lines\":4,\"created\":0,\"collapsed\":4");
  }

  @Test
  void loadNamesTheLineThatIsWrong() {
    var good =
        IntStream.range(0, 700).mapToObj(i -> "k" + i + "\tv").collect(Collectors.joining("\n"));

    shell.typing(good + "\n" + "k".repeat(1_025) + "\tv\n");
    assertThat(shell.run("load", "-", "--queue", "wrong", "--pid", "column")).isEqualTo(2);
    assertThat(shell.err())
        .startsWith("millrace: TOO_LARGE: line 701: ")
        .endsWith("; loaded: the first 500 lines\n");

    shell.typing(good + "\nno tab\n");
    assertThat(shell.run("load", "-", "--queue", "wrong", "--pid", "column")).isEqualTo(2);
    assertThat(shell.err())
        .isEqualTo(
            "millrace: INVALID: line 701 has no TAB behind a PID;"
                + " loaded: the first 500 lines\n");
  }

  @Test
  void listingsFollowPagesUpToTheLimit() {
    for (var i = 0; i < 5; i++) {
      shell.run("enqueue", "page/" + i, "x", "--os");
    }

    assertThat(shell.run("queues", "page/.*", "-n", "3", "--sort", "name", "--desc")).isZero();
    assertThat(shell.lines()).hasSize(4).element(1).asString().startsWith("page/4");
    assertThat(shell.err()).isEqualTo("3 of 5 queues; -n shows more\n");

    assertThat(shell.run("queues", "page/.*", "--skip", "3")).isZero();
    assertThat(shell.lines()).hasSize(3).element(1).asString().startsWith("page/3");
    assertThat(shell.err()).isEmpty();
    assertThat(shell.run("queues", "page/.*", "--skip", "5")).isZero();
    assertThat(shell.err()).isEqualTo("no queues after the first 5\n");

    assertThat(shell.run("stats", "page/.*", "--json")).isZero();
    assertThat(shell.lines())
        .hasSize(6)
        .last()
        .asString()
        .startsWith("{\"total\":true,\"available\":5,\"leased\":0,\"delayed\":0,");
  }

  @Test
  void stagesAreShownAsTableObjectsAndPictures() {
    assertThat(shell.run("stages")).isZero();
    assertThat(shell.lines()).element(1).asString().startsWith("execute ");
    assertThat(shell.run("stages", "--json")).isZero();
    assertThat(shell.lines())
        .first()
        .asString()
        .startsWith("{\"stage\":\"execute\",\"waiting\":")
        .contains("\"series\":[");
    assertThat(shell.run("stages", "--graphviz")).isZero();
    assertThat(shell.lines()).first().isEqualTo("digraph stages {");
    assertThat(shell.run("stages", "--svg")).isZero();
    assertThat(shell.lines()).first().asString().startsWith("<svg ");
    assertThat(shell.run("stages", "--svg", "--watch")).isEqualTo(2);
  }

  @Test
  void deleteOfAPatternIsTriedAskedOrCounted() {
    for (var queue : new String[] {"temp/a", "temp/b"}) {
      shell.run("enqueue", queue, "x");
    }

    assertThat(shell.run("delete", "--pattern", "temp/.*", "--dry-run")).isZero();
    assertThat(shell.lines()).hasSize(4).last().isEqualTo("would delete 2 queues with 2 tasks");
    assertThat(shell.run("delete", "--pattern", "temp/.*")).isEqualTo(2);
    assertThat(shell.run("delete", "--pattern", "temp/.*", "--expect", "1")).isEqualTo(4);

    shell.asking();
    assertThat(shell.typing("n\n").run("delete", "--pattern", "temp/.*")).isEqualTo(4);
    assertThat(shell.err()).contains("Delete 2 queues with 2 tasks? [y/N] ");
    assertThat(shell.typing("y\n").run("delete", "--pattern", "temp/.*")).isZero();
    assertThat(shell.lines()).last().isEqualTo("deleted 2 queues with 2 tasks");
  }

  @Test
  void policiesAreReplacedFromTheVersionTheyWereMadeFrom() {
    var document = "{\"policies\": [{\"queues\": {\"regex\": \"small\"}, \"maxTasks\": 1}]}";

    assertThat(shell.typing(document).run("policy", "set", "-")).isZero();
    assertThat(shell.run("policy", "set", "-")).isEqualTo(4);
    assertThat(shell.err()).startsWith("millrace: CONFLICT: ").contains("--force");
    assertThat(shell.run("policy", "get")).isZero();

    var edited = shell.out().replace("\"1\"\n", "\"2\"\n").getBytes(UTF_8);
    assertThat(shell.typing(edited).run("policy", "set", "-", "--json")).isZero();
    assertThat(shell.out()).isEqualTo("{\"version\":2}\n");

    shell.run("enqueue", "small", "x");
    assertThat(shell.run("enqueue", "small", "x")).isZero();
    assertThat(shell.run("enqueue", "small", "x")).isEqualTo(4);
    assertThat(shell.err()).startsWith("millrace: QUEUE_FULL: ");
  }

  @Test
  void groupsAreApart() {
    assertThat(shell.run("--group", "tenant-1", "enqueue", "apart", "x")).isZero();
    assertThat(shell.run("queues", "apart")).isZero();
    assertThat(shell.out()).isEmpty();
    assertThat(shell.run("queues", "apart", "--group", "tenant-1")).isZero();
    assertThat(shell.lines()).hasSize(2);
    assertThat(shell.run("lease", "--pattern", "apart", "--all-groups", "--json")).isZero();
    assertThat(shell.field("group")).isEqualTo("tenant-1");
  }

  @Test
  void plainNodeThatIsCalledWithTlsIsSaidToBePlain() {
    assertThat(shell.run("queues", "--tls")).isEqualTo(8);
    assertThat(shell.err())
        .startsWith("millrace: UNTRUSTED: the node at 127.0.0.1:")
        .contains(" doesn't speak TLS: leave out --tls");
  }

  @Test
  void directoryInUseIsNotChecked() {
    assertThat(shell.run("check", folder.resolve("data").toString())).isEqualTo(5);
    assertThat(shell.err()).startsWith("millrace: IN_USE: ");
  }

  @Test
  void stoppedNodeLeavesASoundDirectory(@TempDir Path other) {
    var arguments = Map.of("data", other.resolve("data").toString(), "port", "0");
    var brief = Node.start(NodeConfig.load(Optional.empty(), arguments));
    shellTo(brief).run("enqueue", "kept", "x");
    brief.stop();

    assertThat(shell.run("check", other.resolve("data").toString())).isZero();
    assertThat(shell.lines()).last().asString().startsWith("sound: 1 task in 1 queue, ");
  }
}
