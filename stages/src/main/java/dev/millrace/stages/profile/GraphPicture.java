package dev.millrace.stages.profile;

import dev.millrace.stages.Observation;
import dev.millrace.stages.profile.StageGraph.Edge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph of stages as SVG: boxes in a row, in the order of the path, edges as bows above and
 * below.
 */
public final class GraphPicture {
  private static final int BOX_WIDTH = 150;
  private static final int BOX_HEIGHT = 70;
  private static final int GAP = 70;
  private static final int MARGIN = 20;
  private static final int BOW = 28;

  private GraphPicture() {}

  public static String svg(StageGraph graph) {
    List<Observation> nodes = graph.nodes();
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      places.put(nodes.get(i).stage(), i);
    }
    int middle = MARGIN + BOW * (nodes.size() + 1) + BOX_HEIGHT / 2;
    var svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
            .formatted(2 * MARGIN + nodes.size() * (BOX_WIDTH + GAP), 2 * middle));
    svg.append(
        "<defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\""
            + " orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n");
    for (Edge edge : graph.edges()) {
      Integer from = places.get(edge.from());
      Integer to = places.get(edge.to());
      if (from != null && to != null) {
        svg.append(bow(from, to, middle, edge.events()));
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      svg.append(box(nodes.get(i), left(i), middle - BOX_HEIGHT / 2));
    }
    return svg.append("</svg>\n").toString();
  }

  private static int left(int place) {
    return MARGIN + place * (BOX_WIDTH + GAP);
  }

  /** Forward above the boxes, back below them. */
  private static String bow(int from, int to, int middle, long events) {
    int start = left(from) + BOX_WIDTH / 2;
    int end = left(to) + BOX_WIDTH / 2;
    int side = from < to ? -1 : 1;
    int edge = middle + side * BOX_HEIGHT / 2;
    int height = edge + side * 2 * BOW * Math.max(1, Math.abs(to - from));
    return """
    <path d="M%d,%d Q%d,%d %d,%d" fill="none" stroke="black" marker-end="url(#tip)"/>
    <text x="%d" y="%d" text-anchor="middle">%d</text>
    """
        .formatted(
            start,
            edge,
            (start + end) / 2,
            height,
            end,
            edge,
            (start + end) / 2,
            (edge + height) / 2,
            events);
  }

  private static String box(Observation node, int x, int y) {
    String title = escaped(node.stage());
    return """
    <rect x="%d" y="%d" width="%d" height="%d" fill="white" stroke="black"/>
    <text x="%d" y="%d" font-weight="bold">%s</text>
    <text x="%d" y="%d">waiting %d of %d</text>
    <text x="%d" y="%d">handled %d</text>
    <text x="%d" y="%d">refused %d</text>
    """
        .formatted(
            x,
            y,
            BOX_WIDTH,
            BOX_HEIGHT,
            x + 8,
            y + 16,
            title,
            x + 8,
            y + 32,
            node.queueLength(),
            node.queueMax(),
            x + 8,
            y + 47,
            node.events(),
            x + 8,
            y + 62,
            node.refused());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
