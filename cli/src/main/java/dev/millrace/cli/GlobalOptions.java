package dev.millrace.cli;

import java.time.Duration;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {
  @Option(
      names = "--server",
      scope = ScopeType.INHERIT,
      order = 100,
      paramLabel = "HOST:PORT",
      defaultValue = "${env:MILLRACE_SERVER:-127.0.0.1:7411}",
      converter = ServerAddress.Converter.class,
      description = "The server. Default: $MILLRACE_SERVER, else 127.0.0.1:7411.")
  private ServerAddress server = new ServerAddress("127.0.0.1", ServerAddress.DEFAULT_PORT);

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

  ServerAddress server() {
    return server;
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
