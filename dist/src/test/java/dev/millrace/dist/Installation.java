package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The package, unpacked.
 *
 * @param home its folder
 * @param caches where its launcher keeps what Java learned
 */
record Installation(Path home, Path caches) {
  private static final int END_SECONDS_MAX = 60;

  /** Unpacks the package that the build made. */
  static Installation unpack(Path folder) throws IOException, InterruptedException {
    String archive = System.getProperty("millrace.package", "");
    Path target = Files.createDirectories(folder.resolve("a package"));
    var tar = new ProcessBuilder("tar", "-xzf", archive, "-C", target.toString()).inheritIO();
    assertThat(tar.start().waitFor()).as("tar -xzf " + archive).isZero();
    try (Stream<Path> unpacked = Files.list(target)) {
      return new Installation(unpacked.toList().getFirst(), folder.resolve("caches"));
    }
  }

  Path launcher() {
    return home.resolve("bin/millrace");
  }

  /** A process that finds the launcher on its path, and no settings of whoever runs the build. */
  ProcessBuilder process(String... command) {
    var process = new ProcessBuilder(command);
    var environment = process.environment();
    environment
        .keySet()
        .removeIf(name -> name.startsWith("MILLRACE_") && !name.equals("MILLRACE_JAVA_HOME"));
    // The JDK of the build, which compiles and runs examples too.
    String java = System.getProperty("java.home");
    environment.put("JAVA_HOME", java);
    environment.put(
        "PATH", "%s:%s/bin:%s".formatted(home.resolve("bin"), java, environment.get("PATH")));
    environment.put("MILLRACE_HOME", home.toString());
    environment.put("XDG_CACHE_HOME", caches.toString());
    return process;
  }

  /**
   * Lets later starts of this installation be as quick as they are for a user, and leaves out the
   * training of servers: it takes half a minute of which nothing is tested.
   */
  void warmUp() throws IOException, InterruptedException {
    assertThat(process(launcher().toString(), "--version").start().waitFor()).isZero();
    try (Stream<Path> files = Files.walk(caches)) {
      Path cache = files.filter(file -> file.toString().endsWith(".aot")).findFirst().orElseThrow();
      String name = cache.getFileName().toString().replace(".aot", "-server.aot");
      Files.createFile(cache.resolveSibling(name));
    }
  }

  /** Waits until nothing of this installation runs any more. */
  void awaitEnd() throws InterruptedException, ExecutionException, TimeoutException {
    for (ProcessHandle left : running()) {
      left.onExit().get(END_SECONDS_MAX, TimeUnit.SECONDS);
    }
    assertThat(running()).isEmpty();
  }

  private List<ProcessHandle> running() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(
            process ->
                process.info().commandLine().filter(l -> l.contains(home.toString())).isPresent())
        .toList();
  }
}
