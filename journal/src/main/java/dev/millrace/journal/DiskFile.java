package dev.millrace.journal;

import java.nio.ByteBuffer;

/** An open file. Every method may throw a {@link DiskException}. Not safe for several threads. */
public interface DiskFile extends AutoCloseable {
  String name();

  long size();

  /** Reads until the target or the file is full; the number of bytes read. */
  int read(ByteBuffer target, long position);

  /** Writes all that remains in the source. A failed write may have written a part. */
  void write(ByteBuffer source, long position);

  /**
   * Brings written bytes, and the size if it changed, to stable storage.
   *
   * <p>After a failure nothing is known about the bytes, and a second call may succeed without
   * having written them: never repeat it.
   */
  void sync();

  @Override
  void close();
}
