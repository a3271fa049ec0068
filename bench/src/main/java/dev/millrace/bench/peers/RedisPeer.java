package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Redis, with a stream and a consumer group for each queue. */
final class RedisPeer implements Peer {
  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String debianPackage() {
    return "redis-server";
  }

  @Override
  public Optional<Program> find() throws IOException {
    return Program.find("redis-server", "--version");
  }

  @Override
  public String words(Setting setting) {
    return "streams, appendonly yes, appendfsync " + sync(setting);
  }

  private static String sync(Setting setting) {
    return switch (setting) {
      case FSYNC -> "always";
      case DEFAULT -> "everysec";
    };
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting) {
    return Command.of(
        List.of(
            program.path().toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--dir",
            folder.toString(),
            "--appendonly",
            "yes",
            "--appendfsync",
            sync(setting),
            "--save",
            "",
            "--daemonize",
            "no"));
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return RedisLink.open(port);
  }
}
