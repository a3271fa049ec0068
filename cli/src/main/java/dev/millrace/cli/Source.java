package dev.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A file to read, or the standard input.
 *
 * @param bytes how much there is to read, where that is known
 */
record Source(String name, InputStream in, OptionalLong bytes) implements AutoCloseable {
  /** Opens the file, or the standard input for {@code -}. */
  static Source open(String file, Shell shell) {
    if (file.equals("-")) {
      return new Source(name(file), shell.in(), OptionalLong.empty());
    }
    try {
      var path = Path.of(Spelling.name(file));
      var bytes =
          Files.isRegularFile(path) ? OptionalLong.of(Files.size(path)) : OptionalLong.empty();
      return new Source(name(file), Files.newInputStream(path), bytes);
    } catch (IOException | InvalidPathException e) {
      var reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
      throw new Failure(ExitCode.FAILED, "FILE", "can't read %s: %s".formatted(file, reason));
    }
  }

  /** The file as people know it. */
  static String name(String file) {
    return file.equals("-") ? "the standard input" : file;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
