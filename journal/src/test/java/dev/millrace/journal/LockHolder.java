package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A second process, which takes a lock as a server does and keeps it until it is ended. */
final class LockHolder {
  private LockHolder() {}

  static Process start(Path directory) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int answer = process.getInputStream().read(); // blocks until the lock is held
    if (answer != '+') {
      throw new IOException("no lock in the other process: " + answer);
    }
    return process;
  }

  public static void main(String[] arguments) throws IOException {
    try (var disk = FileDisk.open(Path.of(arguments[0]));
        var _ = disk.lock(FileNames.LOCK)) {
      System.out.write('+');
      System.out.flush();
      System.in.read(); // until the parent ends
    }
  }
}
