package dev.millrace.node.load;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorts any number of tasks in bounded memory: what fills it is sorted and written to a file, and
 * the files are merged in the end. Of tasks with one place those that came first come first.
 */
final class TaskSorter implements AutoCloseable {
  private static final int BUFFER_BYTES = 256 << 10;

  private final Path folder;
  private final long memoryBytes;
  private final List<Path> runs = new ArrayList<>();
  private final List<Run> open = new ArrayList<>();
  private List<TaskRow> rows = new ArrayList<>();
  private long bytes;

  TaskSorter(Path folder, long memoryBytes) {
    this.folder = folder;
    this.memoryBytes = memoryBytes;
  }

  void add(TaskRow row) throws IOException {
    rows.add(row);
    bytes += row.memoryBytes();
    if (bytes >= memoryBytes) {
      spill();
    }
  }

  private void spill() throws IOException {
    Path file = Files.createTempFile(folder, "sorted-", ".tasks");
    runs.add(file);
    Collections.sort(rows);
    try (var out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES))) {
      for (TaskRow row : rows) {
        out.writeInt(row.place().length);
        out.write(row.place());
        out.writeBoolean(row.isSurelyNew());
        out.writeLong(row.untilMillis());
        out.writeInt(row.value().length);
        out.write(row.value());
      }
    }
    rows = new ArrayList<>();
    bytes = 0;
  }

  /** How many files there are. */
  int runs() {
    return runs.size();
  }

  /** Takes sorted tasks. */
  interface Sink {
    void put(TaskRow row);
  }

  /** Gives all tasks to a sink, in order. Nothing can be added any more. */
  void drainTo(Sink sink) throws IOException {
    Collections.sort(rows);
    if (runs.isEmpty()) {
      rows.forEach(sink::put);
      rows = List.of();
      return;
    }
    for (Path run : runs) {
      open.add(new Run(open.size(), run));
    }
    open.add(new Run(open.size(), rows.iterator()));
    var next =
        new PriorityQueue<Run>(
            Comparator.<Run, TaskRow>comparing(Run::row).thenComparingInt(run -> run.number));
    for (Run run : open) {
      if (run.advance()) {
        next.add(run);
      }
    }
    for (Run run = next.poll(); run != null; run = next.poll()) {
      sink.put(run.row());
      if (run.advance()) {
        next.add(run);
      }
    }
  }

  /** A sorted file, or what is still in memory, and the row that it is at. */
  private static final class Run implements AutoCloseable {
    private final int number;
    private final @Nullable DataInputStream in;
    private final Iterator<TaskRow> rows;
    private @Nullable TaskRow row;

    private Run(int number, Path file) throws IOException {
      this.number = number;
      this.in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
      this.rows = Collections.emptyIterator();
    }

    private Run(int number, Iterator<TaskRow> rows) {
      this.number = number;
      this.in = null;
      this.rows = rows;
    }

    private TaskRow row() {
      if (row == null) {
        throw new IllegalStateException("the run has no more rows");
      }
      return row;
    }

    private boolean advance() throws IOException {
      row = in != null ? read(in) : rows.hasNext() ? rows.next() : null;
      return row != null;
    }

    private static @Nullable TaskRow read(DataInputStream in) throws IOException {
      int length;
      try {
        length = in.readInt();
      } catch (EOFException _) {
        return null;
      }
      byte[] place = in.readNBytes(length);
      boolean isSurelyNew = in.readBoolean();
      long untilMillis = in.readLong();
      return new TaskRow(place, isSurelyNew, untilMillis, in.readNBytes(in.readInt()));
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Run run : open) {
      run.close();
    }
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }
}
