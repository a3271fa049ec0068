package dev.millrace.journal;

import static java.util.function.Predicate.not;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.nio.ByteBuffer;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is known to be ours and locked for this process.
 *
 * <p><b>Crash safety.</b> A new directory gets its marker under a temporary name first and under
 * its own name last, when a journal is in place. So a directory with a marker is complete, and one
 * with only the temporary name was never used: it is made anew. Files without either are not ours
 * and are left alone.
 */
public final class DataDirectory implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);

  private final Disk disk;
  private final DiskLock lock;
  private final Marker marker;
  private boolean unfinished;

  private DataDirectory(Disk disk, DiskLock lock, Marker marker, boolean unfinished) {
    this.disk = disk;
    this.lock = lock;
    this.marker = marker;
    this.unfinished = unfinished;
  }

  /**
   * Opens a data directory, or begins to make one in an empty directory.
   *
   * @param slots must be what the directory was made with
   * @param idIfNew a random id, used if the directory is new
   */
  public static DataDirectory open(Disk disk, int slots, DirectoryId idIfNew) {
    refuseForeign(disk); // before the lock, which makes a file
    var lock = disk.lock(FileNames.LOCK);
    try {
      refuseForeign(disk);
      var names = disk.list();
      boolean isNew = !names.contains(FileNames.MARKER);
      var marker = isNew ? begin(disk, names, new Marker(idIfNew, slots)) : read(disk);
      if (marker.slots() != slots) {
        throw new DataDirectoryException(
            Problem.SLOTS_DIFFER,
            "%s was made with %d slots, not %d; the number can't be changed"
                .formatted(disk.location(), marker.slots(), slots));
      }
      warnOfUnknown(disk, names);
      return new DataDirectory(disk, lock, marker, isNew);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Opens an existing data directory for looking at it; nothing in it is changed. */
  public static DataDirectory openReadOnly(Disk disk) {
    refuseForeign(disk);
    var lock = disk.lockForReading(FileNames.LOCK);
    try {
      if (!disk.list().contains(FileNames.MARKER)) {
        throw new DataDirectoryException(
            Problem.MISSING, "there is no data directory yet in " + disk.location());
      }
      return new DataDirectory(disk, lock, read(disk), false);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void refuseForeign(Disk disk) {
    var names = disk.list();
    if (names.contains(FileNames.MARKER)) {
      return;
    }
    boolean begun = names.contains(FileNames.MARKER_NEW);
    var foreign = names.stream().filter(not(name -> isLeftOver(name, begun))).sorted().toList();
    if (!foreign.isEmpty()) {
      boolean markerLost = foreign.stream().anyMatch(FileNames::isJournal);
      throw new DataDirectoryException(
          Problem.NOT_OURS,
          "%s isn't a data directory: it holds %s, but %s"
              .formatted(
                  disk.location(),
                  foreign.getFirst(),
                  markerLost
                      ? FileNames.MARKER + " is missing; restore that file"
                      : "no " + FileNames.MARKER + "; name an empty directory"));
    }
  }

  private static boolean isLeftOver(String name, boolean begun) {
    return name.equals(FileNames.LOCK)
        || FileNames.isMadeByFileSystem(name)
        || (begun && (name.equals(FileNames.MARKER_NEW) || FileNames.isJournal(name)));
  }

  private static Marker begin(Disk disk, List<String> names, Marker marker) {
    names.stream().filter(FileNames::isJournal).forEach(disk::delete);
    disk.syncDirectory(); // first, so that no journal file outlives the name below
    if (names.contains(FileNames.MARKER_NEW)) {
      disk.delete(FileNames.MARKER_NEW);
    }
    try (var file = disk.create(FileNames.MARKER_NEW)) {
      file.write(marker.encode(), 0);
      file.sync();
    }
    disk.syncDirectory();
    return marker;
  }

  private static Marker read(Disk disk) {
    try (var file = disk.openReadOnly(FileNames.MARKER)) {
      var bytes = ByteBuffer.allocate(Marker.BYTES_MAX);
      file.read(bytes, 0);
      return Marker.decode(bytes.flip(), disk.location());
    }
  }

  private static void warnOfUnknown(Disk disk, List<String> names) {
    names.stream()
        .filter(not(FileNames::isKnown))
        .forEach(name -> log.warn("Ignoring unknown file={} in={}", name, disk.location()));
  }

  public DirectoryId id() {
    return marker.id();
  }

  public int slots() {
    return marker.slots();
  }

  Disk disk() {
    return disk;
  }

  /** Whether this directory has no journal yet. */
  boolean isUnfinished() {
    return unfinished;
  }

  /** Gives the marker its name, now that a journal is in place. */
  void finish() {
    if (unfinished) {
      disk.rename(FileNames.MARKER_NEW, FileNames.MARKER);
      disk.syncDirectory();
      unfinished = false;
      log.info("Made data directory={} id={}", disk.location(), id());
    }
  }

  /** Gives the lock back. The disk stays open. */
  @Override
  public void close() {
    lock.close();
  }
}
