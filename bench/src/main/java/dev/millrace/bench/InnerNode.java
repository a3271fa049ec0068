package dev.millrace.bench;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A node in this process, whose heap and counters can be looked at. */
final class InnerNode implements AutoCloseable {
  private final Node node;
  private final Client client;

  private InnerNode(Node node) {
    this.node = node;
    client = new Client(node.port());
  }

  static InnerNode start(Path data, Map<String, String> settings) {
    var arguments = new LinkedHashMap<>(settings);
    // Settings of the store mean nothing to a node that has none.
    arguments.keySet().retainAll(NodeConfig.defaults().keySet());
    arguments.put("data", data.toString());
    arguments.put("port", "0");
    return new InnerNode(Node.start(NodeConfig.load(Optional.empty(), arguments)));
  }

  Client client() {
    return client;
  }

  /** Empty for a node without a store. */
  Optional<Reads> reads() {
    return Optional.empty();
  }

  @Override
  public void close() {
    client.close();
    node.stop();
  }
}
