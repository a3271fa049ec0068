package dev.millrace.journal;

import java.util.List;

/**
 * One flat directory of files, and what may be done with it. Every method may throw a {@link
 * DiskException}.
 *
 * <p>A new, renamed or deleted name survives a crash only after {@link #syncDirectory}; bytes only
 * after {@link DiskFile#sync}.
 */
public interface Disk extends AutoCloseable {
  /** Where the directory is, for messages. */
  String location();

  /** All names in the directory, in no order. */
  List<String> list();

  /** Makes an empty file; the name must be free. */
  DiskFile create(String name);

  /** Opens an existing file for reading and writing. */
  DiskFile open(String name);

  /** Opens an existing file for reading. */
  DiskFile openReadOnly(String name);

  /** Renames a file in one step, in place of a file that has the name already. */
  void rename(String source, String target);

  void delete(String name);

  void syncDirectory();

  /** Bytes that could still be written, by an estimate of the file system. */
  long usableBytes();

  /**
   * Takes the lock for this process alone; makes the lock file if it is missing.
   *
   * @throws DataDirectoryException if another process, or another part of this one, holds it
   */
  DiskLock lock(String name);

  /** Takes the lock beside other readers, without writing; a missing lock file counts as free. */
  DiskLock lockForReading(String name);

  @Override
  void close();
}
