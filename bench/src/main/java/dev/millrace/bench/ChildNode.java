package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node in a process of its own, which can be killed and whose whole memory can be seen. It ends
 * with this process, however that ends.
 */
public final class ChildNode implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("listens on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern HTTP = Pattern.compile("HTTP on http://127\\.0\\.0\\.1:(\\d+)/");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");
  private static final Duration STOP_TIME_MAX = Duration.ofMinutes(2);

  private final ServerProcess server;
  private final ProcessHandle process;
  private final int port;
  private final OptionalInt httpPort;
  private final Client client;
  private final Duration startTook;
  private long peakBytes;

  private ChildNode(
      ServerProcess server, int port, OptionalInt httpPort, Client client, Duration startTook) {
    this.server = server;
    this.port = port;
    this.httpPort = httpPort;
    this.client = client;
    this.startTook = startTook;
    process = server.processes().getFirst();
  }

  /** Starts a node and waits until it answers. */
  public static ChildNode start(List<String> serve, Path data, Path log) throws IOException {
    var command = new ArrayList<>(serve);
    command.addAll(List.of("--data", data.toString(), "--port", "0"));
    long start = System.nanoTime();
    var server = ServerProcess.start(command, log);
    int port = port(server);
    OptionalInt httpPort = httpPort(server);
    var client = new Client(port);
    client.totals();
    var took = Duration.ofNanos(System.nanoTime() - start);
    return new ChildNode(server, port, httpPort, client, took);
  }

  private static int port(ServerProcess server) throws IOException {
    // Read to no end: what is said after the greeting is little, and fits into the pipe.
    var output = server.output();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        return Integer.parseInt(listens.group(1));
      }
    }
    server.close();
    throw new IOException("the node did not start: " + server.said());
  }

  /** A greeting goes on after the first port, with that of HTTP if it is served. */
  private static OptionalInt httpPort(ServerProcess server) throws IOException {
    String line = server.output().readLine();
    Matcher http = HTTP.matcher(line == null ? "" : line);
    return http.find() ? OptionalInt.of(Integer.parseInt(http.group(1))) : OptionalInt.empty();
  }

  public Client client() {
    return client;
  }

  public int port() {
    return port;
  }

  /** Empty unless it was told to serve HTTP. */
  public OptionalInt httpPort() {
    return httpPort;
  }

  public ProcessHandle handle() {
    return process;
  }

  /** From the start of the process to its first answer. */
  public Duration startTook() {
    return startTook;
  }

  /** The most memory that the process has ever had, all kinds of it; 0 where nobody tells. */
  public long peakBytes() {
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
  public void kill() throws InterruptedException {
    peakBytes();
    client.close();
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM. */
  public void stop() throws InterruptedException {
    peakBytes();
    client.close();
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() throws InterruptedException {
    try {
      process.onExit().get(STOP_TIME_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("the node did not end", e);
    }
  }

  /** A node that still runs is killed; on return it has gone, and writes no files any more. */
  @Override
  public void close() throws IOException {
    client.close();
    process.destroyForcibly();
    server.close();
  }
}
