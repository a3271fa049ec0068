package dev.millrace.stages.profile;

import dev.millrace.stages.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stages, and which handed events to which.
 *
 * @param nodes in the order in which they were observed
 */
public record StageGraph(List<Observation> nodes, List<Edge> edges) {
  /**
   * Events went this way.
   *
   * @param from a stage, or {@link Observation#OUTSIDE}
   */
  public record Edge(String from, String to, long events) {}

  public StageGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  public static StageGraph of(List<Observation> stages) {
    List<Edge> edges = new ArrayList<>();
    for (Observation stage : stages) {
      stage.sources().forEach((from, events) -> edges.add(new Edge(from, stage.stage(), events)));
    }
    edges.sort(Comparator.comparing(Edge::from).thenComparing(Edge::to));
    return new StageGraph(stages, edges);
  }

  /** As a program for Graphviz. */
  public String dot() {
    var dot = new StringBuilder("digraph stages {\n  rankdir=LR;\n  node [shape=box];\n");
    for (Observation node : nodes) {
      dot.append("  %s [label=%s];\n".formatted(quoted(node.stage()), quoted(label(node))));
    }
    for (Edge edge : edges) {
      String from = edge.from.equals(Observation.OUTSIDE) ? "outside" : edge.from;
      dot.append(
          "  %s -> %s [label=\"%d\"];\n".formatted(quoted(from), quoted(edge.to), edge.events));
    }
    return dot.append("}\n").toString();
  }

  private static String label(Observation node) {
    return "%s\nwaiting %d of %d\nhandled %d\nrefused %d"
        .formatted(
            node.stage(), node.queueLength(), node.queueMax(), node.events(), node.refused());
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
