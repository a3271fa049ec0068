package dev.millrace.journal;

import java.nio.ByteBuffer;

/** A file that does what another does. */
public abstract class DecoratedFile implements DiskFile {
  private final DiskFile file;

  protected DecoratedFile(DiskFile file) {
    this.file = file;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public int read(ByteBuffer target, long position) {
    return file.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) {
    file.write(source, position);
  }

  @Override
  public void sync() {
    file.sync();
  }

  @Override
  public void close() {
    file.close();
  }
}
