package dev.millrace.bench.report;

import java.util.List;

/** Something to draw. */
public sealed interface Chart {
  String title();

  String xLabel();

  String yLabel();

  /**
   * Lines over a scale, with marks at their points.
   *
   * @param logX a logarithmic scale; all values must then be positive
   */
  record Lines(
      String title, String xLabel, String yLabel, boolean logX, boolean logY, List<Line> lines)
      implements Chart {
    public Lines {
      lines = List.copyOf(lines);
    }
  }

  /** One line of a chart. */
  record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /**
   * One point of a line.
   *
   * @param low the lower end of its error bar; equal to {@code y} for none
   */
  record Point(double x, double y, double low, double high) {
    public Point(double x, double y) {
      this(x, y, y, y);
    }
  }

  /**
   * Columns in groups, one of each kind in a group.
   *
   * @param groups under the scale
   * @param kinds as many values as groups each
   */
  record Columns(
      String title,
      String xLabel,
      String yLabel,
      boolean logY,
      List<String> groups,
      List<Kind> kinds)
      implements Chart {
    public Columns {
      groups = List.copyOf(groups);
      kinds = List.copyOf(kinds);
    }
  }

  /** The columns of one colour. */
  record Kind(String name, List<Double> values) {
    public Kind {
      values = List.copyOf(values);
    }
  }
}
