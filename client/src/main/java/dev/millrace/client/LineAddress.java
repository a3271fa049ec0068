package dev.millrace.client;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a line may lead to. Addresses that are more than a name and a port are gRPC's. */
record LineAddress(String host, int port) {
  private static final Pattern PLAIN =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");

  private static final int PORT_MAX = 65_535;

  static Optional<LineAddress> of(String address) {
    Matcher parts = PLAIN.matcher(address);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(parts.group(3));
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    return port == 0 || port > PORT_MAX
        ? Optional.empty()
        : Optional.of(new LineAddress(host, port));
  }
}
