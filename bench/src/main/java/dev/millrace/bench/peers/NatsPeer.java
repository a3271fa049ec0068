package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** NATS with JetStream, with a stream and a pull consumer for each queue. */
final class NatsPeer implements Peer {
  @Override
  public String name() {
    return "nats";
  }

  @Override
  public String debianPackage() {
    return "nats-server";
  }

  @Override
  public Optional<Program> find() throws IOException {
    return Program.find("nats-server", "--version");
  }

  /** Older ones sync by the clock only. */
  @Override
  public boolean has(Setting setting, Version version) {
    return setting == Setting.DEFAULT || version.isAtLeast(2, 10);
  }

  @Override
  public String words(Setting setting) {
    return "JetStream, file storage, sync_interval "
        + (setting == Setting.FSYNC ? "always" : "2m (default)");
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting)
      throws IOException {
    var config =
        """
        host: 127.0.0.1
        port: %d
        server_name: bench
        max_payload: 8MB
        jetstream {
          store_dir: "%s"
          max_file_store: 64GB
          %s
        }
        """
            .formatted(
                port,
                folder.resolve("streams"),
                setting == Setting.FSYNC ? "sync_interval: always" : "");
    Path file = Files.writeString(folder.resolve("nats.conf"), config);
    return Command.of(List.of(program.path().toString(), "-c", file.toString()));
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return NatsLink.open(port);
  }
}
