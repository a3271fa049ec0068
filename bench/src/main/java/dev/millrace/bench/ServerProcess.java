package dev.millrace.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server as a child process. A shell guards it: the server's process group is ended when the
 * guard's input ends, and that is when {@link #close} is called or this process is gone, even
 * killed.
 */
public final class ServerProcess implements AutoCloseable {
  /** A failure is told in as many lines, and what it followed from. */
  private static final int LINES_MAX = 5;

  private static final int STOP_SECONDS_MAX = 20;

  /** Ends when the server does, and ends the server when its own input does. */
  private static final String GUARD =
      """
      trap : INT HUP TERM
      # A shell that minds its jobs also tells how they ended: only the server is to be heard.
      exec 3>&2 2>/dev/null
      set -m
      "$@" </dev/null 2>&3 3>&- &
      group=$!
      set +m
      while kill -0 $group; do
        # A read that took no time has met the end of the input, and not of its time.
        before=$SECONDS
        read -r -t 1 _
        ((SECONDS > before)) || break
      done
      kill -TERM -- -$group
      for _ in $(seq %d); do
        kill -0 -- -$group || exit 0
        sleep 0.05
      done
      kill -KILL -- -$group
      """
          .formatted(STOP_SECONDS_MAX * 20);

  private final Process guard;
  private final Path log;

  private ServerProcess(Process guard, Path log) {
    this.guard = guard;
    this.log = log;
  }

  /** Starts a server that works in this folder; what it says goes to a file there. */
  public static ServerProcess start(
      Path folder, List<String> command, Map<String, String> environment) throws IOException {
    Path log = folder.resolve("server.log");
    var builder =
        guarded(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new ServerProcess(builder.start(), log);
  }

  /** Starts a server whose {@link #output} can be read; what it says of errors goes to a file. */
  static ServerProcess start(List<String> command, Path log) throws IOException {
    var builder = guarded(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new ServerProcess(builder.start(), log);
  }

  private static ProcessBuilder guarded(List<String> command) {
    var guarded = new ArrayList<>(List.of("bash", "-c", GUARD, "guard"));
    guarded.addAll(command);
    return new ProcessBuilder(guarded);
  }

  /** A port of loopback that nobody listens on now. */
  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Without the guard. */
  public List<ProcessHandle> processes() {
    return guard.descendants().toList();
  }

  public boolean isRunning() {
    return guard.isAlive();
  }

  BufferedReader output() {
    return guard.inputReader(StandardCharsets.UTF_8);
  }

  /** What the server has said last, in its file, in one line. */
  public String said() throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    List<String> lines = Files.readString(log).strip().lines().map(String::strip).toList();
    return String.join("; ", lines.subList(Math.max(0, lines.size() - LINES_MAX), lines.size()));
  }

  @Override
  public void close() throws IOException {
    // Also those in groups of their own, which end a moment after the one that they serve.
    List<ProcessHandle> processes = processes();
    letGo();
    try {
      awaitEnd(guard.toHandle(), STOP_SECONDS_MAX + 5);
      for (ProcessHandle process : processes) {
        awaitEnd(process, 5);
      }
    } catch (InterruptedException _) {
      // The guard ends the server all the same.
      Thread.currentThread().interrupt();
    }
  }

  /** The guard's input ends here, and so does the server, a little later. */
  void letGo() throws IOException {
    guard.getOutputStream().close();
  }

  private static void awaitEnd(ProcessHandle process, int seconds) throws InterruptedException {
    try {
      process.onExit().get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException _) {
      process.destroyForcibly();
    }
  }
}
