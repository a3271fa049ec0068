package dev.millrace.bench.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A log and nothing else: a file that is there in full before, written round and round, with one
 * sync for all that came during the sync before.
 */
final class BareLogLoop {
  private static final int FILE_BYTES = 512 << 20;
  private static final int GROUP_BYTES_MAX = 16 << 20;

  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(GROUP_BYTES_MAX);
  private List<Entry> filling = new ArrayList<>();
  private long position;

  private BareLogLoop(FileChannel file) {
    this.file = file;
  }

  static BareLogLoop start(Path path) throws IOException {
    var loop = new BareLogLoop(allocate(path));
    Thread.ofPlatform().name("bare-log").daemon().start(loop::run);
    return loop;
  }

  /** A file whose blocks are all written, so that a sync has no more than data to write. */
  static FileChannel allocate(Path path) throws IOException {
    var file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    var zeros = ByteBuffer.allocateDirect(4 << 20);
    for (long at = 0; at < FILE_BYTES; at += zeros.capacity()) {
      file.write(zeros.clear(), at);
    }
    file.force(true);
    return file;
  }

  /**
   * What to write.
   *
   * @param stored told how many requests are stored; the same object for the same stream
   */
  record Entry(ByteBuffer bytes, int requests, IntConsumer stored) {}

  synchronized void add(Entry entry) {
    filling.add(entry);
    notifyAll();
  }

  private synchronized List<Entry> take() throws InterruptedException {
    while (filling.isEmpty()) {
      wait();
    }
    List<Entry> taken = filling;
    filling = new ArrayList<>();
    return taken;
  }

  private void run() {
    try {
      while (true) {
        store(take());
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the log is broken", e);
    }
  }

  private void store(List<Entry> entries) throws IOException {
    Map<IntConsumer, Integer> counts = new HashMap<>();
    for (Entry entry : entries) {
      if (buffer.remaining() < entry.bytes.remaining()) {
        write();
      }
      buffer.put(entry.bytes);
      counts.merge(entry.stored, entry.requests, Integer::sum);
    }
    write();
    file.force(false);
    counts.forEach(IntConsumer::accept);
  }

  private void write() throws IOException {
    buffer.flip();
    if (position + buffer.remaining() > FILE_BYTES) {
      position = 0;
    }
    while (buffer.hasRemaining()) {
      position += file.write(buffer, position);
    }
    buffer.clear();
  }
}
