package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Not a server of queues but what one is built of. Callers share streams over a synced log, or call
 * for an echo, one by one.
 */
record BarePeer(String name, String words) implements Peer {
  static final BarePeer STREAM =
      new BarePeer("bare-stream", "a coalescing gRPC stream per connection, over a synced log");
  static final BarePeer ECHO = new BarePeer("bare-echo", "unary gRPC calls, nothing stored");

  @Override
  public String debianPackage() {
    return "";
  }

  @Override
  public String words(Setting setting) {
    return words;
  }

  /** Java, which runs this too. */
  @Override
  public Optional<Program> find() {
    String java = ProcessHandle.current().info().command().orElse("java");
    var version = Runtime.version();
    return Optional.of(
        new Program(
            Path.of(java),
            new Version(version.feature(), version.interim(), "on Java " + version.feature())));
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting) {
    return Command.of(
        List.of(
            program.path().toString(),
            "-Xmx576m",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            classPath(),
            BareServer.class.getName(),
            String.valueOf(port),
            folder.resolve("log").toString()));
  }

  /** Ours, from whatever folder the server works in. */
  private static String classPath() {
    return Stream.of(
            ManagementFactory.getRuntimeMXBean()
                .getClassPath()
                .split(Pattern.quote(File.pathSeparator), -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return BareLink.open(port, this.equals(ECHO));
  }
}
