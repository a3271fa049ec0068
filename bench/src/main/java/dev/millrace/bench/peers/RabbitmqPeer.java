package dev.millrace.bench.peers;

import dev.millrace.bench.ServerProcess;
import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** RabbitMQ, with a queue for each queue: of the kind quorum where every change must be synced. */
final class RabbitmqPeer implements Peer {
  /** The name server of Erlang comes first, in the same process group: its own would stay. */
  private static final String START =
      """
      epmd -address 127.0.0.1 -port "$ERL_EPMD_PORT" &
      until epmd -port "$ERL_EPMD_PORT" -names >/dev/null 2>&1; do sleep 0.05; done
      exec "$1"
      """;

  @Override
  public String name() {
    return "rabbitmq";
  }

  @Override
  public String debianPackage() {
    return "rabbitmq-server";
  }

  /** Not the command on the path, which changes the user; its folder has the version. */
  @Override
  public Optional<Program> find() throws IOException {
    var path =
        Program.last(
            Path.of("/usr/lib/rabbitmq/lib"), 3, "/usr/lib/rabbitmq/lib/*/sbin/rabbitmq-server");
    return path.flatMap(
        found -> Version.find(found.toString()).map(version -> new Program(found, version)));
  }

  @Override
  public String words(Setting setting) {
    return switch (setting) {
      case FSYNC -> "quorum queues of one member, confirms";
      case DEFAULT -> "classic durable queues, persistent messages, confirms";
    };
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting)
      throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("rabbitmq.conf"),
            """
            listeners.tcp.1 = 127.0.0.1:%d
            log.console = false
            log.file.level = warning
            """
                .formatted(port));
    Path advanced =
        Files.writeString(
            folder.resolve("advanced.config"),
            "[{kernel,[{inet_dist_use_interface,{127,0,0,1}}]}].\n");
    Path plugins = Files.writeString(folder.resolve("enabled_plugins"), "[].\n");
    var environment =
        Map.ofEntries(
            Map.entry("HOME", folder.toString()),
            Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
            Map.entry("ERL_EPMD_PORT", String.valueOf(ServerProcess.freePort())),
            Map.entry("RABBITMQ_NODENAME", "bench" + port + "@localhost"),
            Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
            Map.entry("RABBITMQ_NODE_PORT", String.valueOf(port)),
            Map.entry("RABBITMQ_DIST_PORT", String.valueOf(ServerProcess.freePort())),
            Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString()),
            Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
            Map.entry("RABBITMQ_CONFIG_FILE", config.toString()),
            Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", advanced.toString()),
            Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", plugins.toString()),
            Map.entry("RABBITMQ_PID_FILE", folder.resolve("pid").toString()));
    return new Command(
        List.of("sh", "-c", START, "rabbitmq", program.path().toString()), environment);
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return RabbitmqLink.open(port, setting == Setting.FSYNC);
  }
}
