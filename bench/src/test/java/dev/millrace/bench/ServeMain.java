package dev.millrace.bench;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.util.Map;
import java.util.Optional;

/** A server process for tests, started as {@code ServeMain --data DIR --port N}. */
final class ServeMain {
  private ServeMain() {}

  public static void main(String[] arguments) {
    var settings = Map.of("data", arguments[1], "port", arguments[3]);
    System.exit(Node.serve(NodeConfig.load(Optional.empty(), settings), System.out));
  }
}
