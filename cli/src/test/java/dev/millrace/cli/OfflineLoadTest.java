package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loading into data directories without a server, on real files. */
class OfflineLoadTest {
  private final TestShell shell = new TestShell();
  @TempDir private Path folder;
  private OfflineDirectory directory;

  @BeforeEach
  void chooseDirectory() {
    directory = new OfflineDirectory(shell, folder.resolve("data"));
  }

  @Test
  void tasksThatAreMadeUpAreCountedAndSound() {
    assertThat(directory.load("--tasks", "1003", "--queues", "10", "--bytes", "10")).isZero();
    assertThat(shell.out()).startsWith("loaded 1,003 tasks into ");

    directory.assertSound("1,003 tasks in 10 queues");
    var node = start();
    var client = client(node);
    assertThat(client.run("queues")).isZero();
    assertThat(client.out()).contains("queue-0 ", "queue-9 ", "101", "100");
    assertThat(client.run("lease", "queue-3", "--count", "2", "--json")).isZero();
    assertThat(client.lines()).hasSize(2);
    node.stop();
    directory.assertSound("1,003 tasks in 10 queues");
  }

  @Test
  void linesInAnyOrderAreSorted() throws IOException {
    var file = lines(line("b", "3"), line("a", "2"), line("b", "1"), line("a", "1"));

    assertThat(directory.load(file)).isZero();

    directory.assertSound("4 tasks in 2 queues");
    assertThat(pids("a")).containsExactly("1", "2");
    assertThat(pids("b")).containsExactly("1", "3");
  }

  @Test
  void ofTasksWithOnePidTheFirstIsTaken() throws IOException {
    var file = lines(line("a", "1", "first"), line("a", "1", "second"));

    assertThat(directory.load(file)).isZero();

    assertThat(shell.out()).startsWith("loaded 1 task into ").contains(", 1 already there");
    var node = start();
    var client = client(node);
    assertThat(client.run("get", "a", "1")).isZero();
    assertThat(client.out()).contains("first").doesNotContain("second");
    node.stop();
  }

  @Test
  void tasksThatAreThereStayAsTheyAre() throws IOException {
    var node = start();
    var client = client(node);
    assertThat(client.run("enqueue", "a", "old", "--pid", "1")).isZero();
    assertThat(client.run("enqueue", "a", "held", "--pid", "0", "--delay", "1h")).isZero();
    node.stop();

    assertThat(directory.load(lines(line("a", "1", "new"), line("a", "0", "new"), line("a", "2"))))
        .isZero();

    assertThat(shell.out()).startsWith("loaded 1 task into ").contains(", 2 already there");
    directory.assertSound("3 tasks in 1 queue");
    assertThat(pids("a")).containsExactly("0", "1", "2");
  }

  @Test
  void loadedFifoTasksComeBehindEarlierAndBeforeLaterOnes() throws IOException {
    serveAndEnqueue("early");
    assertThat(directory.load(lines("one", "two"), "--queue", "a")).isZero();
    serveAndEnqueue("late");

    var node = start();
    var client = client(node);
    assertThat(client.run("lease", "a", "--count", "9", "--json")).isZero();
    assertThat(client.lines()).hasSize(4);
    assertThat(client.out()).containsSubsequence("early", "one", "two", "late");
    node.stop();
  }

  @Test
  void delayedTasksStayDelayed() throws IOException {
    assertThat(
            directory.load(
                lines(
                    """
                    {"queue":{"name":"a"},"pid":"MQ==","state":"DELAYED","deadline":"2199-01-01T00:00:00Z"}\
                    """)))
        .isZero();

    directory.assertSound("1 task in 1 queue");
    var node = start();
    var client = client(node);
    assertThat(client.run("lease", "a")).isEqualTo(3);
    assertThat(client.run("peek", "a", "--json")).isZero();
    assertThat(client.out()).contains("\"state\":\"delayed\"");
    node.stop();
  }

  @Test
  void aLoadThatIsCompactedLeavesNothingToMerge() throws IOException {
    assertThat(directory.load("--tasks", "1000", "--queues", "10", "--compact")).isZero();
    assertThat(shell.out()).startsWith("loaded 1,000 tasks into ").contains(", compacted in ");
    assertThat(directory.load("--tasks", "1000", "--queues", "10")).isZero();
    assertThat(storeFiles()).isGreaterThan(1);

    assertThat(directory.load("--tasks", "1000", "--queues", "10", "--compact")).isZero();

    assertThat(storeFiles()).isOne();
    directory.assertSound("3,000 tasks in 10 queues");
  }

  private long storeFiles() throws IOException {
    try (var files = Files.list(folder.resolve("data/store/rows"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }

  @Test
  void aBadLineIsNamedAndNothingIsLoaded() throws IOException {
    assertThat(directory.load(lines(line("a", "1"), "{\"queue\":"))).isEqualTo(2);
    assertThat(shell.err()).contains("line 2 is no task", "nothing is loaded");

    assertThat(directory.load(lines(line("a", "1"), line("a\u0001", "2")))).isEqualTo(2);
    assertThat(shell.err()).contains("line 2: ", "control character");
    directory.assertSound("0 tasks in 0 queues");
  }

  @Test
  void theDirectoryOfARunningServerIsRefused() throws IOException {
    var node = start();

    assertThat(directory.load(lines(line("a", "1")))).isEqualTo(5);
    assertThat(shell.err()).startsWith("millrace: IN_USE: ");
    node.stop();
  }

  @Test
  void aKilledLoadLeavesWhatWasThere() throws IOException, InterruptedException {
    serveAndEnqueue("early");
    var command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx64m", // so that it sorts on disk
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            ManagementFactory.getRuntimeMXBean().getClassPath(),
            Main.class.getName(),
            "load",
            "-",
            "--queue",
            "b",
            "--offline",
            directory.path().toString());
    var load = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = load.getOutputStream()) {
      var some = "a line of a file that is being loaded\n".repeat(1000).getBytes(UTF_8);
      while (!hasSortedFile()) {
        in.write(some);
      }
      load.destroyForcibly().waitFor();
    } catch (IOException _) {
      // What was still to be written to the killed one.
    }

    directory.assertSound("1 task in 1 queue");
    assertThat(directory.load(lines("one"), "--queue", "b")).isZero();
    assertThat(folder.resolve("data/store/incoming")).isEmptyDirectory();
    directory.assertSound("2 tasks in 2 queues");
  }

  private boolean hasSortedFile() throws IOException {
    var incoming = folder.resolve("data/store/incoming");
    if (!Files.isDirectory(incoming)) {
      return false;
    }
    try (var files = Files.list(incoming)) {
      return files.findAny().isPresent();
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() throws IOException {
    assertThat(shell.run("load")).isEqualTo(2);
    assertThat(shell.run("load", "--tasks", "5")).isEqualTo(2);
    assertThat(shell.run("load", lines("one"), "--queue", "a", "--compact")).isEqualTo(2);
    assertThat(directory.load()).isEqualTo(2);
    assertThat(directory.load(lines("one"), "--tasks", "5")).isEqualTo(2);
  }

  private void serveAndEnqueue(String task) {
    var node = start();
    assertThat(client(node).run("enqueue", "a", task)).isZero();
    node.stop();
  }

  private List<String> pids(String queue) {
    var node = start();
    var client = client(node);
    assertThat(client.run("peek", queue, "--json")).isZero();
    var pids =
        client.lines().stream()
            .map(line -> line.replaceAll(".*\"pid\":\"([^\"]*)\".*", "$1"))
            .toList();
    node.stop();
    return pids;
  }

  private Node start() {
    return Node.start(
        NodeConfig.load(
            Optional.empty(), Map.of("data", directory.path().toString(), "port", "0")));
  }

  private static TestShell client(Node node) {
    return new TestShell("--server", "127.0.0.1:" + node.port());
  }

  private String lines(String... lines) throws IOException {
    return Files.write(Files.createTempFile(folder, "lines", ""), List.of(lines)).toString();
  }

  private static String line(String queue, String pid) {
    return line(queue, pid, "");
  }

  private static String line(String queue, String pid, String data) {
    return """
    {"queue":{"name":"%s"},"pid":"%s","data":"%s"}\
    """
        .formatted(queue.replace("\u0001", "\\u0001"), base64(pid), base64(data));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }
}
