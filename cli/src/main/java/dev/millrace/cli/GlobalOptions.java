package dev.millrace.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {
  private final Optional<String> serverVariable;

  @Option(
      names = "--server",
      scope = ScopeType.INHERIT,
      order = 100,
      paramLabel = "HOST:PORT",
      converter = ServerAddress.Converter.class,
      description = "The server. Default: $MILLRACE_SERVER, else 127.0.0.1:7411.")
  private @Nullable ServerAddress server;

  @Option(
      names = "--group",
      scope = ScopeType.INHERIT,
      order = 101,
      paramLabel = "G",
      defaultValue = "",
      description = "The consistency group of the queues. Default: the default group.")
  private String group = "";

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      order = 102,
      description = "One JSON object a line instead of a table.")
  private boolean json;

  @Option(
      names = "--timeout",
      scope = ScopeType.INHERIT,
      order = 103,
      paramLabel = "D",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "How long to wait for an answer. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofSeconds(30);

  @Option(
      names = {"-h", "--help"},
      scope = ScopeType.INHERIT,
      order = 104,
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // The parser acts on it.
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      order = 105,
      versionHelp = true,
      description = "Shows the version.")
  @SuppressWarnings("UnusedVariable") // The parser acts on it.
  private boolean version;

  /**
   * Options with the value of MILLRACE_SERVER. It is read when a server is wanted: a wrong one must
   * not stand in the way of help.
   */
  GlobalOptions(Optional<String> serverVariable) {
    this.serverVariable = serverVariable.filter(value -> !value.isEmpty());
  }

  ServerAddress server() {
    if (server != null) {
      return server;
    }
    try {
      return new ServerAddress.Converter()
          .convert(serverVariable.orElse("127.0.0.1:" + ServerAddress.DEFAULT_PORT));
    } catch (TypeConversionException e) {
      throw Failure.usage("MILLRACE_SERVER: " + e.getMessage());
    }
  }

  String group() {
    return group;
  }

  boolean isJson() {
    return json;
  }

  Duration timeout() {
    return timeout;
  }
}
