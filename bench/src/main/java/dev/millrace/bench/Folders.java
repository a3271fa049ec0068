package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Whole folders. */
public final class Folders {
  private Folders() {}

  static void copy(Path from, Path to) throws IOException {
    for (Path source : all(from)) {
      Files.copy(source, to.resolve(from.relativize(source)));
    }
  }

  public static void delete(Path folder) throws IOException {
    for (Path path : all(folder).reversed()) {
      Files.delete(path);
    }
  }

  /** A folder comes before what is in it. */
  private static List<Path> all(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      return paths.sorted(Comparator.naturalOrder()).toList();
    }
  }
}
