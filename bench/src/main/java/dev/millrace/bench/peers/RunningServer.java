package dev.millrace.bench.peers;

import dev.millrace.bench.Folders;
import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.Load;
import dev.millrace.bench.load.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A server that runs in a folder of its own, from its start until all that it wrote is removed. */
final class RunningServer implements AutoCloseable {
  private final Contender contender;
  private final Path folder;
  private final Load load;
  private double lastPerSecond = Double.NaN;

  private RunningServer(Contender contender, Path folder) {
    this.contender = contender;
    this.folder = folder;
    load = new Load(contender);
  }

  static RunningServer start(Contender contender, Path parent)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(parent, contender.name() + "-");
    contender.start(folder);
    return new RunningServer(contender, folder);
  }

  String name() {
    return contender.name();
  }

  Contender.Setting setting() {
    return contender.setting();
  }

  /** This one again, where it can be as safe as that without being started for it. */
  Optional<RunningServer> as(Contender.Setting setting) {
    return contender.as(setting).map(this::as);
  }

  /** This one again, called in another way. */
  RunningServer as(Contender same) {
    return new RunningServer(same, folder);
  }

  /** The server's name, version and settings. */
  String description() {
    return contender.name() + ": " + contender.description();
  }

  /** Runs a cell, with the stock that it needs after what the last one has shown. */
  Outcome run(Cell cell) throws IOException, InterruptedException {
    Outcome outcome = load.run(PeersPlan.stocked(cell, lastPerSecond));
    lastPerSecond = outcome.perSecond();
    return outcome;
  }

  /** Also more than once. */
  @Override
  public void close() throws IOException {
    contender.close();
    if (Files.exists(folder)) {
      Folders.delete(folder);
    }
  }
}
