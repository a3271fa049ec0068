package dev.millrace.node.server;

import dev.millrace.journal.Disk;
import dev.millrace.journal.FileDisk;
import dev.millrace.node.GatedDisk;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A node as a process of its own; arguments are settings, {@code key=value}. */
final class ServeMain {
  /** Lets the disk of the node only pretend to sync. */
  static final String LYING = "lying";

  private ServeMain() {}

  public static void main(String[] arguments) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      settings.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    boolean lying = settings.remove(LYING) != null;
    NodeConfig config = NodeConfig.load(Optional.empty(), Map.of(), settings);
    try {
      System.exit(Node.serve(config, () -> disk(config, lying), System.out));
    } catch (NodeException e) {
      System.err.println(e.getMessage());
      System.exit(e.exit().number());
    }
  }

  private static Disk disk(NodeConfig config, boolean lying) {
    Disk disk = FileDisk.open(config.data());
    return lying ? new GatedDisk(disk).pretendSyncs() : disk;
  }
}
