package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that keeps an {@link AnchorState}, twice, in blocks of their own. Both copies are
 * overwritten in place, one after the other with a sync between: a full disk can't prevent it, a
 * crash tears at most one, and damage to one loses nothing.
 */
final class Anchor implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Anchor.class);

  private static final int COPIES = 2;
  private static final int COPY_BYTES = 4096;

  private final DiskFile file;
  private final Checksum checksum;
  private AnchorState state;
  private int staleCopy;

  private Anchor(DiskFile file, Checksum checksum, AnchorState state, int staleCopy) {
    this.file = file;
    this.checksum = checksum;
    this.state = state;
    this.staleCopy = staleCopy;
  }

  static Anchor create(Disk disk, DirectoryId directory, JournalStart start) {
    var state = AnchorState.startingAfter(start);
    var anchor = new Anchor(disk.create(FileNames.ANCHOR), new Checksum(directory, 0), state, 0);
    try {
      anchor.file.write(ByteBuffer.allocateDirect(COPIES * COPY_BYTES), 0);
      anchor.update(state);
      disk.syncDirectory();
      return anchor;
    } catch (JournalException e) {
      anchor.close();
      throw e;
    }
  }

  /** Opens the anchor; empty if neither copy is valid. The file stays open only if it is. */
  static Optional<Anchor> open(DiskFile file, DirectoryId directory) {
    var checksum = new Checksum(directory, 0);
    var first = read(file, 0, checksum);
    var second = read(file, 1, checksum);
    if (first.isEmpty() && second.isEmpty()) {
      file.close();
      return Optional.empty();
    }
    if (first.isEmpty() || second.isEmpty()) {
      log.warn("One of two copies is not valid, using the other: file={}", file.name());
    }
    long firstSequence = first.map(AnchorState::sequence).orElse(0L);
    long secondSequence = second.map(AnchorState::sequence).orElse(0L);
    boolean firstIsNewer = firstSequence > secondSequence;
    var newer = firstIsNewer ? first.orElseThrow() : second.orElseThrow();
    return Optional.of(new Anchor(file, checksum, newer, firstIsNewer ? 1 : 0));
  }

  private static Optional<AnchorState> read(DiskFile file, int copy, Checksum checksum) {
    var bytes = ByteBuffer.allocateDirect(AnchorState.BYTES);
    file.read(bytes, (long) copy * COPY_BYTES);
    return AnchorState.decode(bytes.flip(), checksum);
  }

  AnchorState state() {
    return state;
  }

  /** Makes a new state durable. After a failure the anchor must not be used any more. */
  void update(AnchorState newState) {
    var bytes = newState.encode(checksum);
    for (int i = 0; i < COPIES; i++) {
      file.write(bytes.rewind(), (long) staleCopy * COPY_BYTES);
      file.sync();
      staleCopy = (staleCopy + 1) % COPIES;
    }
    state = newState;
  }

  @Override
  public void close() {
    file.close();
  }
}
