package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server of queues that can be put under load. It runs from {@link #start} to {@link #close}. */
public interface Contender extends AutoCloseable {
  /** One word: {@code millrace}, {@code redis}. */
  String name();

  /** What an acknowledged change has survived, and how the server is set up for it. */
  Setting setting();

  /** The server's version and settings, for whoever reads the result. */
  String description();

  /** Starts the server on loopback, with all its files in this empty folder, and waits for it. */
  void start(Path folder) throws IOException, InterruptedException;

  /**
   * The same running server, for callers who say with each call that they want it as safe as this;
   * nothing where another server has to be started for them. Whoever started it ends it.
   */
  default Optional<Contender> as(Setting other) {
    return Optional.empty();
  }

  /** The server's processes, for its CPU time and memory. */
  List<ProcessHandle> processes();

  /** Opens so many connections. Sessions share them. */
  Connections connect(int connections) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;

  /** How safe. */
  enum Setting {
    /** On stable storage before the reply. */
    FSYNC,
    /** As the server comes out of the box; for Millrace, handed to the operating system. */
    DEFAULT
  }

  /** Connections to a running server. */
  interface Connections extends AutoCloseable {
    /** What one caller does, over one of the connections. */
    Session session(int connection) throws IOException, InterruptedException;

    /** Removes all tasks from these queues, and makes them where queues have to be made. */
    void prepare(List<String> queues) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
  }
}
