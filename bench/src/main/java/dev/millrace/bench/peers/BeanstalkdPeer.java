package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** beanstalkd, with a tube for each queue. */
final class BeanstalkdPeer implements Peer {
  @Override
  public String name() {
    return "beanstalkd";
  }

  @Override
  public String debianPackage() {
    return "beanstalkd";
  }

  @Override
  public Optional<Program> find() throws IOException {
    return Program.find("beanstalkd", "-v");
  }

  @Override
  public String words(Setting setting) {
    return "binlog, fsync " + (setting == Setting.FSYNC ? "at every write" : "every 50 ms");
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting) {
    return Command.of(
        List.of(
            program.path().toString(),
            "-l",
            "127.0.0.1",
            "-p",
            String.valueOf(port),
            "-b",
            folder.toString(),
            "-f",
            setting == Setting.FSYNC ? "0" : "50"));
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return BeanstalkdLink.open(port);
  }
}
