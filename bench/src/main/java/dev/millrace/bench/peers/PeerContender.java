package dev.millrace.bench.peers;

import dev.millrace.bench.ServerProcess;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.Session;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer that runs. */
final class PeerContender implements Contender {
  private static final Duration START_TIME_MAX = Duration.ofMinutes(1);

  private final Peer peer;
  private final Program program;
  private final Setting setting;
  private @Nullable ServerProcess server;
  private int port;

  PeerContender(Peer peer, Program program, Setting setting) {
    this.peer = peer;
    this.program = program;
    this.setting = setting;
  }

  /** The same running server, spoken to like another one. Whoever started it ends it. */
  PeerContender spokenToAs(Peer other) {
    var same = new PeerContender(other, program, setting);
    same.server = server;
    same.port = port;
    return same;
  }

  @Override
  public String name() {
    return peer.name();
  }

  @Override
  public Setting setting() {
    return setting;
  }

  @Override
  public String description() {
    return "%s %s, %s".formatted(peer.name(), program.version().text(), peer.words(setting));
  }

  @Override
  public void start(Path folder) throws IOException, InterruptedException {
    port = ServerProcess.freePort();
    Files.createDirectories(folder);
    var command = peer.command(program, folder, port, setting);
    var starting = ServerProcess.start(folder, command.words(), command.environment());
    server = starting;
    try {
      awaitReady(starting);
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private void awaitReady(ServerProcess starting) throws IOException, InterruptedException {
    long end = System.nanoTime() + START_TIME_MAX.toNanos();
    while (true) {
      try {
        peer.connect(port, setting).close();
        return;
      } catch (IOException e) {
        if (!starting.isRunning() || System.nanoTime() > end) {
          throw new IOException(name() + " did not start: " + starting.said(), e);
        }
        Thread.sleep(50);
      }
    }
  }

  @Override
  public List<ProcessHandle> processes() {
    return server == null ? List.of() : server.processes();
  }

  @Override
  public Connections connect(int connections) throws IOException, InterruptedException {
    var links = new ArrayList<Link>();
    try {
      for (int i = 0; i < connections; i++) {
        links.add(peer.connect(port, setting));
      }
    } catch (IOException | InterruptedException e) {
      closeAll(links);
      throw e;
    }
    return new Links(links);
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  private static void closeAll(List<? extends Closeable> all) throws IOException {
    for (Closeable one : all) {
      one.close();
    }
  }

  /** Connections of the same kind. */
  private record Links(List<Link> links) implements Connections {
    @Override
    public Session session(int connection) throws IOException, InterruptedException {
      return links.get(connection).session();
    }

    @Override
    public void prepare(List<String> queues) throws IOException, InterruptedException {
      links.getFirst().prepare(queues);
    }

    @Override
    public void close() throws IOException {
      closeAll(links);
    }
  }
}
