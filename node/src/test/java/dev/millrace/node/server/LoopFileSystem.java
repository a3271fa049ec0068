package dev.millrace.node.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An ext4 file system in a file, whose power can be cut: what had not reached the disk is gone.
 * Needs root.
 */
final class LoopFileSystem implements AutoCloseable {
  /** Room for a segment a start; the image only takes what is written. */
  private static final long BYTES = 2L << 30;

  /** {@code EXT4_IOC_SHUTDOWN}: stops all I/O of the file system at once. */
  private static final long SHUTDOWN = 0x8004587dL;

  /** Without writing the file system's own log first. */
  private static final int NO_LOG_FLUSH = 2;

  private final Path image;
  private final Path mountPoint;

  private LoopFileSystem(Path image, Path mountPoint) {
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /** Why there can't be one on this machine; empty if there can. */
  static Optional<String> obstacle() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("mounting a file system needs root");
    }
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      return Optional.of("this machine has no loop devices");
    }
    for (String tool : List.of("mkfs.ext4", "mount", "umount")) {
      boolean found =
          List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin").stream()
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
      if (!found) {
        return Optional.of("there is no " + tool);
      }
    }
    return Optional.empty();
  }

  static LoopFileSystem make(Path folder) throws IOException {
    Path image = folder.resolve("image");
    Path mountPoint = Files.createDirectory(folder.resolve("mounted"));
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    run("mkfs.ext4", "-q", "-F", image.toString());
    var made = new LoopFileSystem(image, mountPoint);
    made.mount();
    return made;
  }

  Path path() {
    return mountPoint;
  }

  private void mount() throws IOException {
    run("mount", "-o", "loop", image.toString(), mountPoint.toString());
  }

  /** Cuts the power and turns it on again. Nobody may have a file open. */
  void cutPower() throws IOException {
    shutDown();
    run("umount", mountPoint.toString());
    mount();
  }

  @SuppressWarnings("restricted") // the JDK has no call for this
  private void shutDown() throws IOException {
    Linker linker = Linker.nativeLinker();
    MethodHandle open =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    MethodHandle ioctl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("ioctl"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS),
            Linker.Option.firstVariadicArg(2));
    MethodHandle close =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("close"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try (var arena = Arena.ofConfined()) {
      int descriptor = (int) open.invokeExact(arena.allocateFrom(mountPoint.toString()), 0);
      MemorySegment flag = arena.allocateFrom(ValueLayout.JAVA_INT, NO_LOG_FLUSH);
      int result = (int) ioctl.invokeExact(descriptor, SHUTDOWN, flag);
      int closed = (int) close.invokeExact(descriptor);
      if (descriptor < 0 || result != 0 || closed != 0) {
        throw new IOException("could not shut down " + mountPoint);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", mountPoint.toString());
  }
}
