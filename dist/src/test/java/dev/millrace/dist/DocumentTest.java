package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents tell to type prints what they show, and leaves nothing running. */
class DocumentTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private static Path packages;

  private static Installation installation;

  @TempDir private Path folder;

  @BeforeAll
  static void install() throws Exception {
    installation = Installation.unpack(packages);
    installation.warmUp();
  }

  @AfterAll
  static void nothingIsLeft() throws Exception {
    installation.awaitEnd();
  }

  static Stream<Path> pages() throws IOException {
    return Stream.concat(
        guide(), Stream.of("README.md", "docs/http.md", "docs/security.md").map(ROOT::resolve));
  }

  static Stream<Path> guide() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/guide"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void printsWhatItShows(Path document) throws Exception {
    List<Block> blocks = Page.read(document).blocks();
    try (var terminal = new Terminal(installation, folder)) {
      for (Block block : blocks) {
        terminal.type(block);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("guide")
  void everyExampleOfTheGuideIsTried(Path document) throws IOException {
    Page page = Page.read(document);
    assertThat(page.unmarked()).isEmpty();
  }
}
