package dev.millrace.node.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node that runs as a process of its own. */
final class ServerProcess {
  private static final Pattern LISTENS = Pattern.compile("listens on 127\\.0\\.0\\.1:(\\d+)");

  private final Process process;
  private final BufferedReader output;
  private final int port;

  private ServerProcess(Process process, BufferedReader output, int port) {
    this.process = process;
    this.output = output;
    this.port = port;
  }

  /** Starts a node and waits until it listens; its log goes to a file. */
  static ServerProcess start(Path data, Path log, String... settings) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                ServeMain.class.getName(),
                "port=0",
                "data=" + data));
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectInput(new File("/dev/null"))
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        return new ServerProcess(process, output, Integer.parseInt(listens.group(1)));
      }
    }
    throw new IllegalStateException("the node did not start:\n" + Files.readString(log));
  }

  int port() {
    return port;
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM; the exit status. */
  int stop() throws InterruptedException {
    // By its handle: a process that is destroyed itself takes its output with it.
    process.toHandle().destroy();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the node did not end");
    }
    return process.exitValue();
  }

  /** What it said after it began to listen. */
  List<String> lastWords() {
    try (output) {
      return output.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
