package dev.millrace.journal;

/** A lock that is held until it is closed or its process ends. */
public interface DiskLock extends AutoCloseable {
  @Override
  void close();
}
