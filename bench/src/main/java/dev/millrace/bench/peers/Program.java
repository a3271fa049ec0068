package dev.millrace.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** An installed program. */
record Program(Path path, Version version) {
  /** Where packages put programs; those of servers are often not on a user's path. */
  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/local/sbin"),
          Path.of("/usr/local/bin"),
          Path.of("/usr/sbin"),
          Path.of("/usr/bin"));

  /** Finds a program by its name, and asks it for its version. */
  static Optional<Program> find(String name, String versionOption) throws IOException {
    for (Path folder : FOLDERS) {
      Path path = folder.resolve(name);
      if (Files.isExecutable(path)) {
        return of(path, versionOption);
      }
    }
    return Optional.empty();
  }

  /** The last in order of the programs below a folder that a pattern of paths matches. */
  static Optional<Path> last(Path folder, int depth, String glob) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    try (var paths = Files.walk(folder, depth)) {
      return paths
          .filter(matcher::matches)
          .filter(Files::isExecutable)
          .max(Comparator.naturalOrder());
    }
  }

  static Optional<Program> of(Path path, String versionOption) throws IOException {
    return Version.find(output(List.of(path.toString(), versionOption)))
        .map(version -> new Program(path, version));
  }

  /** Runs a command to its end. */
  static String output(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
