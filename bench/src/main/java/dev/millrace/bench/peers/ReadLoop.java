package dev.millrace.bench.peers;

import java.io.IOException;
import java.util.function.Consumer;

/** Reads all that comes in, until it ends. */
final class ReadLoop {
  private ReadLoop() {}

  /** Reads one message and hands it to whom it is for. */
  interface Reader {
    void read(Input input) throws IOException;
  }

  /**
   * Starts a thread that reads.
   *
   * @param end what to do with the failure that every connection ends with
   */
  static void start(String name, Input input, Reader reader, Consumer<IOException> end) {
    Thread.ofPlatform().name(name).daemon().start(() -> run(input, reader, end));
  }

  private static void run(Input input, Reader reader, Consumer<IOException> end) {
    try {
      while (true) {
        reader.read(input);
      }
    } catch (IOException e) {
      end.accept(e);
    }
  }
}
