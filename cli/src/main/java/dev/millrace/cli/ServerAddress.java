package dev.millrace.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where the server listens. */
record ServerAddress(String host, int port) {
  static final int DEFAULT_PORT = 7411;

  /** Reads {@code HOST:PORT}, {@code HOST}, {@code [IPv6]:PORT} or {@code [IPv6]}. */
  static final class Converter implements ITypeConverter<ServerAddress> {
    @Override
    public ServerAddress convert(String text) {
      var portAt = text.lastIndexOf(':');
      if (portAt < text.lastIndexOf(']')) {
        portAt = -1;
      }
      var host = portAt < 0 ? text : text.substring(0, portAt);
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      } else if (host.indexOf(':') >= 0) {
        throw wrong(text);
      }
      if (host.isBlank()) {
        throw wrong(text);
      }
      return new ServerAddress(host, portAt < 0 ? DEFAULT_PORT : port(text, portAt + 1));
    }

    private static int port(String text, int start) {
      try {
        var port = Integer.parseInt(text, start, text.length(), 10);
        if (port >= 1 && port <= 65_535) {
          return port;
        }
      } catch (NumberFormatException _) {
        // Answered below, as a number out of range is.
      }
      throw wrong(text);
    }

    private static TypeConversionException wrong(String text) {
      return new TypeConversionException(
          "'%s' is not HOST:PORT, such as 127.0.0.1:7411 or [::1]:7411".formatted(text));
    }
  }

  /** The address as the option takes it. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
