package dev.millrace.bench;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server process for tests, started as {@code ServeMain --data DIR --port N --config FILE}. */
public final class ServeMain {
  private ServeMain() {}

  /** What starts it, small and quick to start; {@code --data DIR --port N} is to be added. */
  public static List<String> command() {
    return command(java());
  }

  static List<String> command(List<String> java) {
    var command = new ArrayList<>(java);
    command.add(ServeMain.class.getName());
    return command;
  }

  /** Java with the classes of this test, small and quick to start; a main class is to be added. */
  public static List<String> java() {
    return java("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m");
  }

  /** The same with other options. */
  static List<String> java(String... options) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            ManagementFactory.getRuntimeMXBean().getClassPath()));
    return command;
  }

  public static void main(String[] arguments) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      settings.put(arguments[i].substring("--".length()), arguments[i + 1]);
    }
    var config = Optional.ofNullable(settings.remove("config")).map(Path::of);
    System.exit(Node.serve(NodeConfig.load(config, settings), System.out));
  }
}
