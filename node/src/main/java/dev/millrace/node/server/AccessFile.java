package dev.millrace.node.server;

import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The file that says who may call. A change takes its place whole, or not at all. */
public final class AccessFile {
  private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rw-------");

  private AccessFile() {}

  /**
   * Reads it.
   *
   * @throws ConfigException if it can't be used
   */
  public static Access read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      checkOnlyOwnersWrite(file);
      byte[] bytes = in.readNBytes(AccessText.BYTES_MAX + 1);
      if (bytes.length > AccessText.BYTES_MAX) {
        throw new ConfigException("%s is larger than %d bytes", file, AccessText.BYTES_MAX);
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return AccessText.parse(file.toString(), text);
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          "there is no access-file %s; `millrace token create NAME --allow RULE --access-file %s`"
              + " makes one",
          file, file);
    } catch (CharacterCodingException e) {
      throw new ConfigException("%s isn't text in UTF-8", file);
    } catch (IOException e) {
      throw new ConfigException("%s can't be read: %s", file, e);
    }
  }

  private static void checkOnlyOwnersWrite(Path file) throws IOException {
    var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null
        && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new ConfigException(
          "everybody on this machine may write %s: chmod o-w %s first", file, file);
    }
  }

  /**
   * Changes it; one that isn't there is made, for its owner alone.
   *
   * @return what it says now
   * @throws ConfigException if it can't be used or written
   */
  public static Access change(Path file, UnaryOperator<Access> change) {
    Path target = file.toAbsolutePath();
    Path lock = target.resolveSibling(target.getFileName() + ".lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      Access changed = change.apply(Files.exists(target) ? read(target) : Access.NONE);
      String text = AccessText.of(changed);
      // What nobody could read must not get there.
      var _ = AccessText.parse(file.toString(), text);
      write(target, text);
      return changed;
    } catch (IOException e) {
      throw new ConfigException("%s can't be written: %s", file, e);
    }
  }

  private static void write(Path target, String text) throws IOException {
    Path next = target.resolveSibling(target.getFileName() + ".new");
    Files.deleteIfExists(next);
    boolean isPosix =
        Files.getFileStore(target.resolveSibling("")).supportsFileAttributeView("posix");
    if (isPosix) {
      Files.createFile(next, PosixFilePermissions.asFileAttribute(OURS));
      if (Files.exists(target)) {
        // A node that runs as another user of the group goes on reading it.
        Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(target));
      }
    }
    try (var channel =
        FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      var bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
  }
}
