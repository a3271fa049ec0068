package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one kind of server is found, set up and spoken to. */
interface Peer {
  /** One word. */
  String name();

  /** What to install on Debian. */
  String debianPackage();

  /** The server's program, if it is installed. */
  Optional<Program> find() throws IOException;

  /** Whether this version can be as safe as that. */
  default boolean has(Setting setting, Version version) {
    return true;
  }

  /** How the server is set up to be that safe, in a few words. */
  String words(Setting setting);

  /** Makes what the server needs in the folder, and says how to start it. */
  Command command(Program program, Path folder, int port, Setting setting) throws IOException;

  /** Opens a connection; fails while the server isn't ready. */
  Link connect(int port, Setting setting) throws IOException, InterruptedException;

  /** A command, and what is set in its environment. */
  record Command(List<String> words, Map<String, String> environment) {
    public Command {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }

    static Command of(List<String> words) {
      return new Command(words, Map.of());
    }
  }
}
