package dev.millrace.node.server;

import java.io.PrintStream;

/** What a node says to the person who started it. */
record Greeting(Node node, NodeConfig config) {
  void print(PrintStream out) {
    var census = node.recovered().census();
    out.printf(
        """
        Millrace listens on %s (gRPC, %s).
        %sData in %s: %s in %s, read in %d ms.
        In another terminal:
          millrace %senqueue hello world
          millrace %slease hello
        Ctrl-C stops it.
        """,
        address(node.port()),
        reach(),
        http(),
        config.data().toAbsolutePath().normalize(),
        counted(census.tasks(), "task"),
        counted(census.queues(), "queue"),
        node.recovered().took().toMillis(),
        option(),
        option());
    out.flush();
  }

  private String http() {
    var port = node.httpPort();
    return port.isPresent()
        ? "Dashboard and HTTP on %s://%s/ (docs/http.md).%n"
            .formatted(
                config.security().tls().isPresent() ? "https" : "http", address(port.getAsInt()))
        : "";
  }

  private String reach() {
    return (config.bind().isLoopbackAddress() ? "this machine only" : "other machines too")
        + (config.security().tls().isPresent() ? ", TLS" : "")
        + (config.security().accessFile().isPresent() ? ", with a token" : "");
  }

  private String address(int port) {
    String host = config.bind().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** What a client needs to be told; for files it has to have, {@code FILE}. */
  private String option() {
    boolean isDefault =
        node.port() == NodeConfig.PORT_DEFAULT && config.bind().getAddress().length == 4;
    return (isDefault ? "" : "--server " + address(node.port()) + " ")
        + (config.security().tls().isPresent() ? "--tls --ca FILE " : "")
        + (config.security().accessFile().isPresent() ? "--token-file FILE " : "");
  }

  private static String counted(long number, String noun) {
    return "%,d %s%s".formatted(number, noun, number == 1 ? "" : "s");
  }
}
