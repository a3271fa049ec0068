package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;

/** A data directory that is loaded and checked without a server. */
record OfflineDirectory(TestShell shell, Path path) {
  int load(String... arguments) {
    return shell.run(
        Stream.concat(Stream.of("load", "--offline", path.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  void assertSound(String what) {
    assertThat(shell.run("check", path.toString())).isZero();
    assertThat(shell.lines()).last().asString().startsWith("sound: " + what);
  }
}
