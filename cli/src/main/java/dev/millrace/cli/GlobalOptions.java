package dev.millrace.cli;

import dev.millrace.client.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {
  private final Map<String, String> variables;

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
      names = "--tls",
      scope = ScopeType.INHERIT,
      order = 104,
      description = "Speaks TLS with a server whose certificate Java trusts.")
  private boolean tls;

  @Option(
      names = "--ca",
      scope = ScopeType.INHERIT,
      order = 105,
      paramLabel = "FILE",
      description =
          "Speaks TLS with a server whose certificate these sign, PEM. Default: $MILLRACE_CA.")
  private @Nullable String ca;

  @Option(
      names = "--certificate",
      scope = ScopeType.INHERIT,
      order = 106,
      paramLabel = "FILE",
      description = "The caller's certificate, PEM. Default: $MILLRACE_CERTIFICATE.")
  private @Nullable String certificate;

  @Option(
      names = "--key",
      scope = ScopeType.INHERIT,
      order = 107,
      paramLabel = "FILE",
      description = "Its private key, PEM. Default: $MILLRACE_KEY.")
  private @Nullable String key;

  @Option(
      names = "--token-file",
      scope = ScopeType.INHERIT,
      order = 108,
      paramLabel = "FILE",
      description =
          "A file with the caller's token. Default: $MILLRACE_TOKEN_FILE; $MILLRACE_TOKEN is a"
              + " token itself.")
  private @Nullable String tokenFile;

  @Option(
      names = {"-h", "--help"},
      scope = ScopeType.INHERIT,
      order = 109,
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // The parser acts on it.
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      order = 110,
      versionHelp = true,
      description = "Shows the version.")
  @SuppressWarnings("UnusedVariable") // The parser acts on it.
  private boolean version;

  /**
   * Options with the environment. It is read when a server is wanted: a wrong variable must not
   * stand in the way of help.
   */
  GlobalOptions(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }

  private Optional<Path> file(@Nullable String option, String name) {
    return Optional.ofNullable(option).or(() -> variable(name)).map(Path::of);
  }

  ServerAddress server() {
    if (server != null) {
      return server;
    }
    try {
      return new ServerAddress.Converter()
          .convert(variable("MILLRACE_SERVER").orElse("127.0.0.1:" + ServerAddress.DEFAULT_PORT));
    } catch (TypeConversionException e) {
      throw Failure.usage("MILLRACE_SERVER: " + e.getMessage());
    }
  }

  /** How to connect, and who calls. A token is never an argument: others see those. */
  Credentials credentials() {
    var credentials = tls ? Credentials.NONE.withTls() : Credentials.NONE;
    var caFile = file(ca, "MILLRACE_CA");
    if (caFile.isPresent()) {
      credentials = credentials.withCa(caFile.get());
    }
    var chain = file(certificate, "MILLRACE_CERTIFICATE");
    var secret = file(key, "MILLRACE_KEY");
    if (chain.isPresent() != secret.isPresent()) {
      throw Failure.usage("--certificate and --key belong together");
    }
    if (chain.isPresent()) {
      credentials = credentials.withCertificate(chain.get(), secret.orElseThrow());
    }
    var file = file(tokenFile, "MILLRACE_TOKEN_FILE");
    if (file.isPresent()) {
      return credentials.withTokenFile(file.get());
    }
    var token = variable("MILLRACE_TOKEN");
    return token.isPresent() ? credentials.withToken(token.get()) : credentials;
  }

  /** The access file of the node, if it is set as the node's own variable. */
  Optional<Path> accessFile() {
    return file(null, "MILLRACE_ACCESS_FILE");
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
