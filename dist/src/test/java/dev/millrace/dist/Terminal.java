package dev.millrace.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Types what a page shows, in one shell that works in a folder of its own.
 *
 * <p>The ports 7411 to 7413 of a page stand for some that are free here, in what is typed and in
 * what is printed; so pages can be tried beside a node that runs, and beside each other.
 */
final class Terminal implements AutoCloseable {
  private static final int END_SECONDS_MAX = 60;

  /** Whatever hangs is ended then, and the test fails. */
  private static final String PAGE_SECONDS_MAX = "300";

  /** Below those that the system gives to whoever asks for any. */
  private static final int PORT_MIN = 20_000;

  private static final int PORT_MAX = 32_000;

  /** The first is that of a node without settings. */
  private static final List<String> PAGE_PORTS = List.of("7411", "7412", "7413");

  /** Printed behind the output of a command, with its exit status. */
  private static final String END = "\u001e";

  private final Installation installation;
  private final Path folder;

  /** For each port of a page, the one that it stands for. */
  private final Map<String, String> ports = freePorts();

  private final Shown shown = new Shown();
  private final Process shell;
  private final BufferedWriter keys;
  private final BufferedReader screen;
  private final List<Process> servers = new ArrayList<>();

  Terminal(Installation installation, Path folder) throws IOException {
    this.installation = installation;
    this.folder = folder;
    // So that `./millrace` is there as beside the sources.
    Files.createSymbolicLink(folder.resolve("millrace"), installation.launcher());
    shell = process("timeout", PAGE_SECONDS_MAX, "bash").redirectErrorStream(true).start();
    keys = shell.outputWriter(UTF_8);
    screen = shell.inputReader(UTF_8);
  }

  private ProcessBuilder process(String... command) {
    var process = installation.process(command).directory(folder.toFile());
    process.environment().put("MILLRACE_PORT", port());
    process.environment().put("MILLRACE_SERVER", "127.0.0.1:" + port());
    process.environment().put("TZ", "UTC");
    return process;
  }

  private static Map<String, String> freePorts() {
    Map<String, String> ports = new TreeMap<>();
    while (ports.size() < PAGE_PORTS.size()) {
      int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        ports.put(PAGE_PORTS.get(ports.size()), String.valueOf(port));
      } catch (IOException _) {
        // Somebody has it.
      }
    }
    return ports;
  }

  void type(Block block) throws IOException {
    switch (block) {
      case Block.Session(var all) -> {
        for (Typed typed : all) {
          shown.check(typed, run(typed.command()).output());
        }
      }
      case Block.Script(var commands) -> {
        // A reply that is a failure counts as one.
        var result =
            run("( set -e; curl() { command curl --fail-with-body \"$@\"; }\n" + commands + "\n)");
        assertThat(result.status()).as(commands + "\n" + result.output()).isEqualTo("0");
      }
      case Block.Server(var typed) -> serve(typed);
      case Block.TextFile(var name, var text) ->
          Files.writeString(folder.resolve(name), toReal(text));
    }
  }

  /** Starts a server; it listens when it has printed the last line that the page shows. */
  private void serve(Typed typed) throws IOException {
    Path log = folder.resolve("server-%d.log".formatted(servers.size()));
    var server =
        process("timeout", PAGE_SECONDS_MAX, "bash", "-c", toReal(typed.command()))
            .redirectError(log.toFile())
            .start();
    servers.add(server);
    List<String> printed = new ArrayList<>();
    BufferedReader output = server.inputReader(UTF_8);
    do {
      String line = output.readLine();
      if (line == null) {
        throw new AssertionError(typed.command() + " ended:\n" + Files.readString(log));
      }
      printed.add(toPage(line));
    } while (!shown.matches(typed.output().getLast(), printed.getLast()));
    shown.check(typed, printed);
  }

  private record Result(List<String> output, String status) {}

  private Result run(String command) throws IOException {
    keys.write("{ %s\n} </dev/null\nprintf '\\n\\036%%d\\n' $?\n".formatted(toReal(command)));
    keys.flush();
    List<String> output = new ArrayList<>();
    for (String line = screen.readLine(); line != null; line = screen.readLine()) {
      if (line.startsWith(END)) {
        // The line that the end mark begins with, whether or not the output ended one.
        if (!output.isEmpty() && output.getLast().isEmpty()) {
          output.removeLast();
        }
        return new Result(output, line.substring(1));
      }
      output.add(toPage(line));
    }
    throw new AssertionError("the shell ended: " + command + "\n" + output);
  }

  private String toReal(String text) {
    String real = shown.inReal(text);
    for (var port : ports.entrySet()) {
      real = real.replaceAll("\\b%s\\b".formatted(port.getKey()), port.getValue());
    }
    return real;
  }

  private String toPage(String line) {
    // A node that listens elsewhere than everybody expects says so.
    String page = line.replace("millrace --server 127.0.0.1:%s ".formatted(port()), "millrace ");
    for (var port : ports.entrySet()) {
      page = page.replaceAll("\\b%s\\b".formatted(port.getValue()), port.getKey());
    }
    return page;
  }

  private String port() {
    return ports.getOrDefault(PAGE_PORTS.getFirst(), "");
  }

  /** Ends what the page left in the shell, and the servers as a service is ended. */
  @Override
  public void close() throws IOException {
    List<ProcessHandle> left = shell.descendants().toList();
    left.forEach(ProcessHandle::destroy);
    keys.close();
    awaitEnd(shell);
    for (Process server : servers) {
      server.toHandle().destroy();
      assertThat(awaitEnd(server)).as("exit status of a server").isZero();
    }
  }

  private static int awaitEnd(Process process) {
    try {
      assertThat(process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)).as("it ended").isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
