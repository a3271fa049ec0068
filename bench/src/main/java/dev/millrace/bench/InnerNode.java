package dev.millrace.bench;

import dev.millrace.node.StoreReads;
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
    arguments.put("data", data.toString());
    arguments.put("port", "0");
    return new InnerNode(Node.start(NodeConfig.load(Optional.empty(), arguments)));
  }

  Client client() {
    return client;
  }

  Reads reads() {
    StoreReads reads = node.storeReads();
    return new Reads(reads.scans() + reads.lookUps(), reads.rows() + reads.found());
  }

  @Override
  public void close() {
    client.close();
    node.stop();
  }
}
