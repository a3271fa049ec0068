package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of the command: its options, the shell it runs in, and what follows from them. */
final class Invocation {
  /** No server takes more. */
  private static final int DATA_BYTES_MAX = 16 << 20;

  private final GlobalOptions options;
  private final Shell shell;

  Invocation(GlobalOptions options, Shell shell) {
    this.options = options;
    this.shell = shell;
  }

  Shell shell() {
    return shell;
  }

  Output output() {
    return new Output(shell.out(), options.isJson());
  }

  /** The node's access file that the environment names. */
  Optional<Path> accessFile() {
    return options.accessFile();
  }

  /** Tells people something about the result that isn't part of it. */
  void note(String sentence) {
    shell.err().println(sentence);
  }

  /** Where the server is, for people. */
  String server() {
    return options.server().toString();
  }

  Connection connect() {
    return Connection.to(options.server(), options.credentials(), options.timeout());
  }

  Queue queue(String name) {
    return Queue.newBuilder()
        .setGroup(Spelling.name(options.group()))
        .setName(Spelling.name(name))
        .build();
  }

  Pattern pattern(String regex, boolean allGroups) {
    if (allGroups && !options.group().isEmpty()) {
      throw Failure.usage("give --group or --all-groups, not both");
    }
    return Pattern.newBuilder()
        .setRegex(Spelling.name(regex))
        .setGroup(Spelling.name(options.group()))
        .setAllGroups(allGroups)
        .build();
  }

  /** Data given as an argument, or the standard input if it is absent or {@code -}. */
  ByteString data(@Nullable String argument) {
    if (argument != null && !argument.equals("-")) {
      return Spelling.parse(argument);
    }
    if (shell.asks()) {
      note("reading the data from the terminal; end it with Ctrl-D");
    }
    try {
      var data = shell.in().readNBytes(DATA_BYTES_MAX + 1);
      if (data.length > DATA_BYTES_MAX) {
        throw new Failure(ExitCode.INVALID, "TOO_LARGE", "the data is larger than 16 MiB");
      }
      return ByteString.copyFrom(data);
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "INPUT", "can't read the standard input: " + e.getMessage());
    }
  }
}
