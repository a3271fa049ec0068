package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file of a {@link FileDisk}. Not mapped into memory: a full or failing disk would then be a
 * signal instead of an exception.
 */
final class ChannelFile implements DiskFile {
  private final Path directory;
  private final String name;
  private final FileChannel channel;

  ChannelFile(Path directory, String name, FileChannel channel) {
    this.directory = directory;
    this.name = name;
    this.channel = channel;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw FileDisk.failed(directory, "measure", name, e);
    }
  }

  @Override
  public int read(ByteBuffer target, long position) {
    try {
      int total = 0;
      while (target.hasRemaining()) {
        int count = channel.read(target, position + total);
        if (count < 0) {
          break;
        }
        total += count;
      }
      return total;
    } catch (IOException e) {
      throw FileDisk.failed(directory, "read", name, e);
    }
  }

  @Override
  public void write(ByteBuffer source, long position) {
    try {
      long at = position;
      while (source.hasRemaining()) {
        at += channel.write(source, at);
      }
    } catch (IOException e) {
      throw FileDisk.failed(directory, "write", name, e);
    }
  }

  @Override
  public void sync() {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw FileDisk.failed(directory, "sync", name, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw FileDisk.failed(directory, "close", name, e);
    }
  }
}
