package dev.millrace.bench.engine;

import dev.millrace.bench.Folders;
import dev.millrace.journal.Bytes;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Entry;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.Reservation;
import dev.millrace.journal.ReserveResult;
import dev.millrace.journal.SegmentJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Frames of entries of 1 KB, in memory that poses as a disk where there is such a thing. */
@State(Scope.Thread)
public class JournalBenchmark {
  static final int ENTRIES = 50;

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int FRAMES_PER_TRIM = 200;

  private final Bytes payload = payload();
  private @Nullable Opened opened;
  private long ticket;
  private long frames;

  /** A journal in a folder of its own. */
  private record Opened(Path folder, DataDirectory directory, SegmentJournal journal) {}

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    Path folder =
        Files.isDirectory(MEMORY)
            ? Files.createTempDirectory(MEMORY, "millrace-bench-")
            : Files.createTempDirectory("millrace-bench-");
    var directory = DataDirectory.open(FileDisk.open(folder), 1, new DirectoryId(1, 1));
    var journal = SegmentJournal.open(directory, JournalConfig.DEFAULT, (_, _) -> {});
    opened = new Opened(folder, directory, journal);
    maintain(journal);
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    var open = Objects.requireNonNull(opened);
    open.journal.close();
    open.directory.close();
    Folders.delete(open.folder);
  }

  /** Reserve, fill, encode with checksum, write. */
  @Benchmark
  public int frame() {
    var journal = Objects.requireNonNull(opened).journal;
    List<Reservation> reservations = new ArrayList<>(ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
      var granted = (ReserveResult.Granted) journal.reserve(payload.length(), Purpose.GROWTH);
      granted.reservation().fill(new Entry(0, ++ticket, payload));
      reservations.add(granted.reservation());
    }
    int written = journal.write(reservations, 0);
    journal.sync();
    reservations.subList(written, ENTRIES).forEach(Reservation::release);
    if (++frames % FRAMES_PER_TRIM == 0) {
      var _ = journal.trim(new long[] {ticket});
      maintain(journal);
    }
    return written;
  }

  private static void maintain(SegmentJournal journal) {
    while (journal.maintain()) {
      // A piece at a time.
    }
  }

  private static Bytes payload() {
    byte[] bytes = new byte[1024];
    new Random(1).nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
