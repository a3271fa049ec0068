package dev.millrace.node.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.ReserveResult;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.journal.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** A journal with a few frames, some of whose bytes are others now: it opens, or says why not. */
final class JournalTarget {
  private static final JournalConfig CONFIG = new JournalConfig(64 << 10, 16 << 10, 2, 0);
  private static final int ENTRIES = 5;
  private static final SimulatedDisk SOUND = sound();

  private JournalTarget() {}

  private static SimulatedDisk sound() {
    var disk = new SimulatedDisk(new Random(1));
    try (var directory = DataDirectory.open(disk, 4, new DirectoryId(1, 2));
        var journal = SegmentJournal.open(directory, CONFIG, (_, _) -> {})) {
      for (int i = 1; i <= ENTRIES; i++) {
        var granted = (ReserveResult.Granted) journal.reserve(40, Purpose.COMPLETION);
        granted.reservation().fill(new Entry(i % 4, i, Bytes.wrap(new byte[40])));
        journal.write(List.of(granted.reservation()), i);
        journal.sync();
      }
    }
    return disk;
  }

  /** For each three bytes: the place of one, low byte first, and what it is now. */
  static void damaged(byte[] bytes) {
    var disk = SOUND.copy(new Random(2));
    for (String name : disk.list()) {
      if (name.contains("segment") || name.endsWith(".seg")) {
        change(disk, name, bytes);
      }
    }
    int[] seen = new int[1];
    try (var directory = DataDirectory.open(disk, 4, new DirectoryId(1, 2));
        var _ = SegmentJournal.open(directory, CONFIG, (_, _) -> seen[0]++)) {
      assertThat(seen[0]).isLessThanOrEqualTo(ENTRIES);
    } catch (JournalException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  private static void change(SimulatedDisk disk, String name, byte[] bytes) {
    var file = disk.open(name);
    for (int i = 0; i + 2 < bytes.length; i += 3) {
      int place = (bytes[i] & 0xff) | (bytes[i + 1] & 0xff) << 8;
      if (place < file.size()) {
        file.write(ByteBuffer.wrap(bytes, i + 2, 1), place);
      }
    }
    file.sync();
    file.close();
  }
}
