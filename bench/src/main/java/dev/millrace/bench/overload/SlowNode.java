package dev.millrace.bench.overload;

import dev.millrace.journal.FileDisk;
import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node on a {@link SlowDisk}, as a process of its own. Started as {@code SlowNode --KEY VALUE …},
 * the keys being settings. It is a program of the bench, so that the product has no switch for it.
 */
public final class SlowNode {
  private SlowNode() {}

  /**
   * What starts it, up to further settings.
   *
   * @param java as in {@link dev.millrace.bench.Bench.Setup}
   * @param target within which it is to answer, in whole milliseconds
   */
  static List<String> command(List<String> java, Duration target) {
    var command = new ArrayList<>(java);
    command.add(SlowNode.class.getName());
    command.addAll(List.of("--response-time-target", target.toMillis() + "ms"));
    return command;
  }

  public static void main(String[] arguments) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      settings.put(arguments[i].substring("--".length()), arguments[i + 1]);
    }
    NodeConfig config = NodeConfig.load(Optional.empty(), settings);
    System.exit(Node.serve(config, () -> new SlowDisk(FileDisk.open(config.data())), System.out));
  }
}
