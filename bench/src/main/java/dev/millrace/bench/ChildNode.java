package dev.millrace.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node in a process of its own, which can be killed and whose whole memory can be seen. */
final class ChildNode implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("listens on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");
  private static final Duration STOP_TIME_MAX = Duration.ofMinutes(2);

  private final Process process;
  private final int port;
  private final Client client;
  private final Duration startTook;
  private long peakBytes;

  private ChildNode(Process process, int port, Client client, Duration startTook) {
    this.process = process;
    this.port = port;
    this.client = client;
    this.startTook = startTook;
  }

  /** Starts a node and waits until it answers. */
  static ChildNode start(List<String> serve, Path data, Path log) throws IOException {
    var command = new ArrayList<>(serve);
    command.addAll(List.of("--data", data.toString(), "--port", "0"));
    long start = System.nanoTime();
    var process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectInput(new File("/dev/null"))
            .start();
    int port = port(process, log);
    var client = new Client(port);
    client.totals();
    return new ChildNode(process, port, client, Duration.ofNanos(System.nanoTime() - start));
  }

  private static int port(Process process, Path log) throws IOException {
    // Read to no end: what is said after the greeting is little, and fits into the pipe.
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        return Integer.parseInt(listens.group(1));
      }
    }
    process.destroyForcibly();
    throw new IOException("the node did not start:\n" + Files.readString(log));
  }

  Client client() {
    return client;
  }

  int port() {
    return port;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** From the start of the process to its first answer. */
  Duration startTook() {
    return startTook;
  }

  /** The most memory that the process has ever had, all kinds of it; 0 where nobody tells. */
  long peakBytes() {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    try {
      Matcher peak = PEAK.matcher(Files.readString(status));
      if (peak.find()) {
        peakBytes = Long.parseLong(peak.group(1)) << 10;
      }
    } catch (IOException _) {
      // Gone, or not Linux: the last that was seen holds.
    }
    return peakBytes;
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    peakBytes();
    client.close();
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM. */
  void stop() throws InterruptedException {
    peakBytes();
    client.close();
    // By its handle: a process that is destroyed itself takes its output with it.
    process.toHandle().destroy();
    awaitEnd();
  }

  private void awaitEnd() throws InterruptedException {
    if (!process.waitFor(STOP_TIME_MAX.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the node did not end");
    }
  }

  /** A node that still runs is killed; on return it has gone, and writes no files any more. */
  @Override
  public void close() {
    client.close();
    process.destroyForcibly().onExit().join();
  }
}
