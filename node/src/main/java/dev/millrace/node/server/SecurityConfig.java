package dev.millrace.node.server;

import dev.millrace.node.config.ConfigException;
import dev.millrace.node.config.Settings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Who may call a node, and over what.
 *
 * @param tls none for plain connections
 * @param accessFile who may call; none for everybody
 * @param connectionsMax open at a time, before and after a TLS handshake
 * @param addressConnectionsMax of them, from one address that isn't this machine's
 */
public record SecurityConfig(
    Optional<TlsConfig> tls,
    Optional<Path> accessFile,
    int connectionsMax,
    int addressConnectionsMax) {
  /**
   * The node's certificate, and those of clients.
   *
   * @param clientCa who signs the certificates of clients; none if they need none
   * @param isClientCertificateNeeded whether a client without one is turned away
   */
  public record TlsConfig(
      Path certificate, Path key, Optional<Path> clientCa, boolean isClientCertificateNeeded) {}

  /** Stands for no file; one of that name is {@code ./none}. */
  private static final String NO_FILE = "none";

  private static final String NEEDED = "required";
  private static final String OPTIONAL = "optional";

  static void addDefaults(Map<String, String> keys) {
    keys.put("tls-certificate", NO_FILE);
    keys.put("tls-key", NO_FILE);
    keys.put("tls-client-ca", NO_FILE);
    keys.put("tls-client-certificate", NEEDED);
    keys.put("access-file", NO_FILE);
    keys.put("connections-max", "10000");
    keys.put("connections-per-address-max", "1000");
  }

  static SecurityConfig of(Settings settings) {
    return new SecurityConfig(
        tls(settings),
        file(settings, "access-file"),
        settings.count("connections-max", 1, 1_000_000),
        settings.count("connections-per-address-max", 1, 1_000_000));
  }

  private static Optional<TlsConfig> tls(Settings settings) {
    Optional<Path> certificate = file(settings, "tls-certificate");
    Optional<Path> key = file(settings, "tls-key");
    Optional<Path> clientCa = file(settings, "tls-client-ca");
    if (certificate.isPresent() != key.isPresent()) {
      throw new ConfigException(
          "tls-certificate and tls-key belong together: %s is missing",
          certificate.isPresent() ? "tls-key" : "tls-certificate");
    }
    if (certificate.isEmpty() && clientCa.isPresent()) {
      throw new ConfigException("tls-client-ca needs tls-certificate and tls-key");
    }
    boolean isNeeded = isNeeded(settings.text("tls-client-certificate"));
    return certificate.map(file -> new TlsConfig(file, key.orElseThrow(), clientCa, isNeeded));
  }

  private static boolean isNeeded(String text) {
    if (!text.equals(NEEDED) && !text.equals(OPTIONAL)) {
      throw new ConfigException(
          "tls-client-certificate is %s or %s, not '%s'", NEEDED, OPTIONAL, text);
    }
    return text.equals(NEEDED);
  }

  private static Optional<Path> file(Settings settings, String key) {
    String name = settings.text(key);
    return name.equals(NO_FILE) ? Optional.empty() : Optional.of(Path.of(name));
  }

  /**
   * Refuses an address that others can reach, unless it is known who calls, and none can listen.
   */
  void checkReachable(InetAddress bind) {
    if (bind.isLoopbackAddress() || (tls.isPresent() && accessFile.isPresent())) {
      return;
    }
    throw new ConfigException(
        "bind is %s, which other machines can reach: that needs TLS (set tls-certificate and"
            + " tls-key%s) and authentication (set access-file%s). Without them a node listens on"
            + " loopback only: 127.0.0.1 or ::1. docs/security.md has the commands",
        bind.getHostAddress(),
        tls.isPresent() ? ": done" : "",
        accessFile.isPresent() ? ": done" : "; `millrace token create` makes one");
  }
}
