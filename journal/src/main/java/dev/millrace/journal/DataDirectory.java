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
 * and are left alone. A directory that is filled from elsewhere has a file that keeps everybody out
 * until all of it is in place.
 */
public final class DataDirectory implements AutoCloseable {
  /** The folder of the store in the directory. */
  public static final String STORE = FileNames.STORE;

  private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);

  private final Disk disk;
  private final DiskLock lock;
  private final JournalStart start;
  private Marker marker;
  private boolean unfinished;

  private DataDirectory(
      Disk disk, DiskLock lock, Marker marker, boolean unfinished, JournalStart start) {
    this.disk = disk;
    this.lock = lock;
    this.marker = marker;
    this.unfinished = unfinished;
    this.start = start;
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
      return new DataDirectory(disk, lock, marker, isNew, JournalStart.NOTHING);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Begins to make a directory that is filled from elsewhere. It must be empty. Until {@link
   * #complete} is called, nobody can open it, and after a failure it must be removed by hand.
   */
  public static DataDirectory make(Disk disk, int slots, DirectoryId id, JournalStart start) {
    checkEmpty(disk);
    disk.create(FileNames.UNFINISHED).close();
    disk.syncDirectory();
    var lock = disk.lock(FileNames.LOCK);
    try {
      var marker = begin(disk, List.of(), new Marker(id, slots));
      return new DataDirectory(disk, lock, marker, true, start);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Makes sure that a directory can be made here.
   *
   * @throws DataDirectoryException {@link Problem#NOT_OURS} if something is there already
   */
  public static void checkEmpty(Disk disk) {
    var names = disk.list().stream().filter(not(FileNames::isMadeByFileSystem)).sorted().toList();
    if (!names.isEmpty()) {
      throw new DataDirectoryException(
          Problem.NOT_OURS,
          "%s isn't empty: it holds %s".formatted(disk.location(), names.getFirst()));
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
      return new DataDirectory(disk, lock, read(disk), false, JournalStart.NOTHING);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void refuseForeign(Disk disk) {
    var names = disk.list();
    if (names.contains(FileNames.UNFINISHED)) {
      throw new DataDirectoryException(
          Problem.UNFINISHED,
          "a restore or salvage into %s was not finished: remove the directory and do it again"
              .formatted(disk.location()));
    }
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
        || (begun
            && (name.equals(FileNames.MARKER_NEW)
                || name.equals(FileNames.STORE)
                || FileNames.isJournal(name)));
  }

  /** Makes a marker that isn't one yet; that of an earlier beginning is kept for its id. */
  private static Marker begin(Disk disk, List<String> names, Marker marker) {
    names.stream().filter(FileNames::isJournal).forEach(disk::delete);
    disk.syncDirectory(); // first, so that no journal file outlives the name below
    if (names.contains(FileNames.MARKER_NEW)) {
      if (names.contains(FileNames.STORE)) {
        return read(disk, FileNames.MARKER_NEW); // the empty store there has this id
      }
      disk.delete(FileNames.MARKER_NEW);
    }
    write(disk, FileNames.MARKER_NEW, marker);
    return marker;
  }

  private static void write(Disk disk, String name, Marker marker) {
    try (var file = disk.create(name)) {
      file.write(marker.encode(), 0);
      file.sync();
    }
    disk.syncDirectory();
  }

  static Marker read(Disk disk) {
    return read(disk, FileNames.MARKER);
  }

  private static Marker read(Disk disk, String name) {
    try (var file = disk.openReadOnly(name)) {
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

  /** The format; see docs/storage-format.md. */
  public int format() {
    return marker.format();
  }

  public DirectoryId id() {
    return marker.id();
  }

  public int slots() {
    return marker.slots();
  }

  /**
   * Raises the format to the one in which a store may hold what the journal doesn't, unless it is
   * that already. Durable on return; call it before the journal is trimmed for the first time,
   * because a program that knows only the older format would not miss what was trimmed.
   */
  public void raise() {
    if (unfinished || marker.format() == Marker.FORMAT) {
      return;
    }
    var raised = marker.raised();
    if (disk.list().contains(FileNames.MARKER_RAISED)) {
      disk.delete(FileNames.MARKER_RAISED); // of an attempt that a crash ended
    }
    write(disk, FileNames.MARKER_RAISED, raised);
    disk.rename(FileNames.MARKER_RAISED, FileNames.MARKER);
    disk.syncDirectory();
    log.info(
        "Raised data directory={} from={} to={}",
        disk.location(),
        marker.format(),
        raised.format());
    marker = raised;
  }

  /**
   * Whether the journal was ever trimmed, so that it doesn't hold everything alone.
   *
   * @throws JournalDamagedException if that can't be read
   */
  public boolean isTrimmed() {
    if (unfinished) {
      return start.hasStore();
    }
    try (var anchor = Recovery.readAnchor(disk, id())) {
      return anchor.state().isTrimmed();
    }
  }

  /**
   * Makes sure that nothing is missing. To be called before a store is opened or made.
   *
   * @param hasStore whether there is a store in the directory
   * @throws DataDirectoryException {@link Problem#STORE_MISSING} if there must be one
   */
  public void checkComplete(boolean hasStore) {
    if (!hasStore && isTrimmed()) {
      throw new DataDirectoryException(
          Problem.STORE_MISSING,
          "%s has a journal that was trimmed, but no %s, which has the rest: restore a backup"
              .formatted(disk.location(), FileNames.STORE));
    }
  }

  JournalStart start() {
    return start;
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

  /** Lets others open the directory that was begun with {@link #make}: all of it is in place. */
  public void complete() {
    Invariant.check(!unfinished, "a directory is complete before it has a journal");
    disk.delete(FileNames.UNFINISHED);
    disk.syncDirectory();
  }

  /** Gives the lock back. The disk stays open. */
  @Override
  public void close() {
    lock.close();
  }
}
