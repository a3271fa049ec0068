package dev.millrace.client;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A node in this process, on a port of its own. */
final class TestNode implements AutoCloseable {
  /** The transport reports every broken connection; held here because loggers are collected. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc");

  static {
    TRANSPORT.setLevel(Level.OFF);
  }

  private final Node node;

  TestNode(Path folder) {
    this(folder, 0);
  }

  TestNode(Path folder, int port) {
    this(folder, port, Map.of());
  }

  TestNode(Path folder, int port, Map<String, String> more) {
    var settings = new HashMap<>(more);
    settings.putAll(Map.of("data", folder.toString(), "port", Integer.toString(port)));
    node = Node.start(NodeConfig.load(Optional.empty(), settings));
  }

  int port() {
    return node.port();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  @Override
  public void close() {
    node.stop();
  }
}
