package dev.millrace.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.node.server.NodeConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package, unpacked into a folder with a blank in its name. */
class PackageTest {
  private static final Pattern LISTENS = Pattern.compile("listens on (127\\.0\\.0\\.1:\\d+)");
  private static final Pattern COMMENTED = Pattern.compile("#([a-z-]+) = (.*)");
  private static final Pattern PURL =
      Pattern.compile("\"purl\" : \"pkg:maven/[^/\"]+/([^@\"]+)@([^?\"]+)\\?type=jar\"");

  @TempDir private static Path folder;

  private static Installation installation;

  @BeforeAll
  static void unpack() throws Exception {
    installation = Installation.unpack(folder);
  }

  @Test
  void nodeServesAndStopsAndLeavesNothingRunning() throws Exception {
    Process node = serve();
    String address = address(node);
    assertThat(output("enqueue", "--server", address, "mail", "hello")).contains("created");
    assertThat(output("lease", "--server", address, "mail")).contains("hello");
    node.toHandle().destroy();
    assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(node.exitValue()).isZero();
    installation.awaitEnd();
  }

  private static Process serve() throws IOException {
    return installation
        .process(
            installation.launcher().toString(),
            "serve",
            "--config",
            installation.home().resolve("conf/millrace.conf").toString(),
            "--data",
            folder.resolve("data").toString(),
            "--port",
            "0")
        .redirectError(folder.resolve("log").toFile())
        .start();
  }

  private static String address(Process node) throws IOException {
    BufferedReader lines = node.inputReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        return listens.group(1);
      }
    }
    throw new AssertionError("the node did not start:\n" + Files.readString(folder.resolve("log")));
  }

  @Test
  void firstCommandKeepsWhatJavaLearned() throws Exception {
    assertThat(output("--version")).startsWith("millrace ");
    try (Stream<Path> files = Files.walk(installation.caches())) {
      assertThat(files).anyMatch(file -> file.toString().endsWith(".aot"));
    }
  }

  @Test
  void commandWorksWhereNothingCanBeKept() throws Exception {
    var process = installation.process(installation.launcher().toString(), "--version");
    process.environment().put("XDG_CACHE_HOME", "/dev/null");
    assertThat(outputOf(process)).startsWith("millrace ").hasLineCount(1);
  }

  @Test
  void oldJavaIsRefusedInOneLine() throws Exception {
    var process = installation.process(installation.launcher().toString(), "--version");
    process.environment().put("MILLRACE_JAVA_HOME", folder.toString());
    assertThat(outputOf(process))
        .startsWith("millrace: MILLRACE_JAVA_HOME is not a JDK 25 or newer")
        .hasLineCount(1);
  }

  @Test
  void settingsFileNamesEverySettingWithItsDefault() throws IOException {
    Map<String, String> commented = new LinkedHashMap<>();
    settingsFile()
        .lines()
        .map(COMMENTED::matcher)
        .filter(Matcher::matches)
        .forEach(setting -> commented.put(setting.group(1), setting.group(2)));
    assertThat(commented).containsExactlyEntriesOf(NodeConfig.defaults());
  }

  @Test
  void settingsFileIsAcceptedAsItIsAndWithEverySettingTaken() throws IOException {
    Path all = folder.resolve("all.conf");
    Files.writeString(all, settingsFile().replaceAll("(?m)^#([a-z-]+ = )", "$1"));
    assertThat(NodeConfig.load(Optional.of(all), Map.of()).effective())
        .isEqualTo(NodeConfig.load(Optional.of(conf()), Map.of()).effective())
        .isEqualTo(NodeConfig.load(Optional.empty(), Map.of()).effective());
  }

  private static Path conf() {
    return installation.home().resolve("conf/millrace.conf");
  }

  private static String settingsFile() throws IOException {
    return Files.readString(conf());
  }

  @Test
  void partsListNamesEveryJar() throws IOException {
    String parts = Files.readString(installation.home().resolve("sbom.json"));
    assertThat(parts).contains("\"bomFormat\" : \"CycloneDX\"");
    List<String> listed =
        PURL.matcher(parts)
            .results()
            .map(part -> part.group(1) + "-" + part.group(2) + ".jar")
            // The package itself, which is the jar that names the others.
            .map(name -> name.startsWith("millrace-dist-") ? "millrace.jar" : name)
            .toList();
    try (Stream<Path> jars = Files.list(installation.home().resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()).collect(Collectors.toSet()))
          .containsExactlyInAnyOrderElementsOf(listed);
    }
  }

  @Test
  void systemdAcceptsTheUnit() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "needs systemd");
    // Where a unit may not have a blank in the name of its command.
    Path link = folder.resolveSibling(folder.getFileName() + "-link");
    Files.createSymbolicLink(link, installation.home());
    Path unit = folder.resolve("millrace.service");
    Files.writeString(
        unit,
        Files.readString(installation.home().resolve("systemd/millrace.service"))
            .replace("/opt/millrace", link.toString()));
    try {
      var process = new ProcessBuilder("systemd-analyze", "verify", unit.toString());
      assertThat(outputOf(process)).isEmpty();
    } finally {
      Files.delete(link);
    }
  }

  @Test
  void ownersAndTimesInTheArchiveDoNotTellWhoMadeIt() throws Exception {
    String archive = System.getProperty("millrace.package", "");
    String listed = outputOf(new ProcessBuilder("tar", "--full-time", "-tvzf", archive));
    assertThat(listed.lines().map(line -> line.split(" +")[1]).distinct())
        .containsExactly("root/root");
    assertThat(listed.lines().map(line -> line.split(" +")[3]).distinct()).hasSize(1);
  }

  private static String output(String... arguments) throws IOException, InterruptedException {
    var command =
        Stream.concat(Stream.of(installation.launcher().toString()), Stream.of(arguments));
    return outputOf(installation.process(command.toArray(String[]::new)));
  }

  private static String outputOf(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }
}
