package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands and what they print, as text. {@code -Dscenarios.update=true} writes the output of today
 * into the files, to be read as a diff.
 */
class ScenarioTest {
  private static final Path FOLDER = Path.of("src/test/resources/scenarios");

  static List<String> scenarios() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void printsWhatItsFileSays(String name) throws IOException {
    Path file = FOLDER.resolve(name);
    String expected = Files.readString(file);

    String printed = Scenario.run(expected);

    if (Boolean.getBoolean("scenarios.update")) {
      Files.writeString(file, printed);
    } else {
      assertThat(printed).isEqualTo(expected);
    }
  }
}
