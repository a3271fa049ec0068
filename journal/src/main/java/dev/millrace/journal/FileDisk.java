package dev.millrace.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A directory of the file system. */
public final class FileDisk implements Disk {
  private final Path directory;

  private FileDisk(Path directory) {
    this.directory = directory;
  }

  /** Opens a directory; makes it, for its owner alone, if it is missing. */
  public static FileDisk open(Path directory) {
    var path = directory.toAbsolutePath().normalize();
    if (!Files.exists(path)) {
      create(path);
    }
    return openReadOnly(path);
  }

  /** Opens a directory that must exist. */
  public static FileDisk openReadOnly(Path directory) {
    var path = directory.toAbsolutePath().normalize();
    if (!Files.exists(path)) {
      throw new DataDirectoryException(Problem.MISSING, path + " doesn't exist");
    }
    if (!Files.isDirectory(path)) {
      throw new DataDirectoryException(Problem.UNUSABLE, path + " isn't a directory");
    }
    return new FileDisk(path);
  }

  private static void create(Path path) {
    var parent = path.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new DataDirectoryException(
          Problem.PARENT_MISSING, "%s can't be made: %s doesn't exist".formatted(path, parent));
    }
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      sync(parent);
    } catch (IOException e) {
      throw new DataDirectoryException(
          Problem.UNUSABLE, "%s can't be made: %s".formatted(path, reason(e)), e);
    }
  }

  @Override
  public String location() {
    return directory.toString();
  }

  @Override
  public List<String> list() {
    try (var files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    } catch (IOException e) {
      throw failed("list", "", e);
    }
  }

  @Override
  public DiskFile create(String name) {
    return openChannel(name, READ, WRITE, CREATE_NEW);
  }

  @Override
  public DiskFile open(String name) {
    return openChannel(name, READ, WRITE);
  }

  @Override
  public DiskFile openReadOnly(String name) {
    return openChannel(name, READ);
  }

  private DiskFile openChannel(String name, OpenOption... options) {
    try {
      return new ChannelFile(directory, name, FileChannel.open(directory.resolve(name), options));
    } catch (IOException e) {
      throw failed("open", name, e);
    }
  }

  @Override
  public void rename(String source, String target) {
    try {
      Files.move(
          directory.resolve(source), directory.resolve(target), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failed("rename", source, e);
    }
  }

  @Override
  public void delete(String name) {
    try {
      Files.delete(directory.resolve(name));
    } catch (IOException e) {
      throw failed("delete", name, e);
    }
  }

  @Override
  public void syncDirectory() {
    try {
      sync(directory);
    } catch (IOException e) {
      throw failed("sync", "", e);
    }
  }

  private static void sync(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  @Override
  public long usableBytes() {
    try {
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException e) {
      throw failed("measure", "", e);
    }
  }

  @Override
  public DiskLock lock(String name) {
    var channel = lock(name, false, READ, WRITE, CREATE);
    try {
      channel.truncate(0);
      channel.write(US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
    } catch (IOException e) {
      // The number of the process is only there to be named in a message.
    }
    return () -> close(channel);
  }

  @Override
  public DiskLock lockForReading(String name) {
    if (!Files.exists(directory.resolve(name))) {
      return () -> {};
    }
    var channel = lock(name, true, READ);
    return () -> close(channel);
  }

  /** The lock ends when its channel is closed. */
  private FileChannel lock(String name, boolean shared, OpenOption... options) {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(directory.resolve(name), options);
      if (channel.tryLock(0, Long.MAX_VALUE, shared) != null) {
        return channel;
      }
      throw inUse(channel);
    } catch (IOException e) {
      close(channel);
      throw new DataDirectoryException(
          Problem.UNUSABLE, "%s can't be locked: %s".formatted(directory, reason(e)), e);
    } catch (OverlappingFileLockException e) {
      throw inUse(channel);
    }
  }

  private DataDirectoryException inUse(@Nullable FileChannel channel) {
    var holder = holder(channel);
    close(channel);
    return new DataDirectoryException(Problem.IN_USE, directory + " is in use by " + holder);
  }

  private static String holder(@Nullable FileChannel channel) {
    var bytes = ByteBuffer.allocate(20);
    try {
      if (channel != null) {
        channel.read(bytes, 0);
      }
    } catch (IOException e) {
      return "another process";
    }
    var text = US_ASCII.decode(bytes.flip()).toString().strip();
    return text.matches("[0-9]+") ? "process " + text : "another process";
  }

  private static void close(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Closed or not, this process has no more use for it.
    }
  }

  private DiskException failed(String attempted, String name, IOException cause) {
    return failed(directory, attempted, name, cause);
  }

  static DiskException failed(Path directory, String attempted, String name, IOException cause) {
    var message = String.valueOf(cause.getMessage()); // Java keeps no error number
    boolean full =
        message.contains("No space left on device") || message.contains("Disk quota exceeded");
    return new DiskException(
        full ? DiskException.Kind.FULL : DiskException.Kind.FAILED,
        "%s %s".formatted(attempted, directory.resolve(name)),
        cause);
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + " " + e.getMessage();
  }

  /** Does nothing: files and locks are closed on their own. */
  @Override
  public void close() {}
}
