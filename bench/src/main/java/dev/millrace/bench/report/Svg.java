package dev.millrace.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Draws charts as SVG, light, with axes, ticks, labels and a legend. */
final class Svg {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 400;
  private static final int LEFT = 84;
  private static final int RIGHT = WIDTH - 20;
  private static final int TOP = 44;
  private static final int LEGEND_LINE = 18;

  private static final List<String> COLOURS =
      List.of("#1f6fb4", "#d9722e", "#3a923a", "#8b5fb0", "#c03d3e", "#7f7f7f");

  private final StringBuilder out = new StringBuilder();
  private final int bottom;

  /** Room for so many lines of a legend below the chart. */
  private Svg(int legend) {
    bottom = HEIGHT - 56 - LEGEND_LINE * legend;
  }

  /** A whole file, with the charts in a row. */
  static String beside(List<Chart> charts) {
    var file = new StringBuilder();
    file.append(
        form(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">%n",
            WIDTH * charts.size(), HEIGHT, WIDTH * charts.size(), HEIGHT));
    file.append("<rect width=\"100%\" height=\"100%\" fill=\"#fdfdfb\"/>\n");
    for (int i = 0; i < charts.size(); i++) {
      file.append(form("<g transform=\"translate(%d 0)\">%n", i * WIDTH));
      file.append(draw(charts.get(i)));
      file.append("</g>\n");
    }
    return file.append("</svg>\n").toString();
  }

  private static String draw(Chart chart) {
    return switch (chart) {
      case Chart.Lines lines -> new Svg(Math.ceilDiv(lines.lines().size(), 3)).lines(lines);
      case Chart.Columns columns ->
          new Svg(Math.ceilDiv(columns.kinds().size(), 3)).columns(columns);
    };
  }

  private String lines(Chart.Lines chart) {
    List<Chart.Point> all = chart.lines().stream().flatMap(l -> l.points().stream()).toList();
    Scale x = Scale.over(all.stream().mapToDouble(Chart.Point::x), chart.logX(), LEFT, RIGHT);
    Scale y =
        Scale.over(
            all.stream().flatMapToDouble(p -> DoubleStream.of(p.low(), p.high())),
            chart.logY(),
            bottom,
            TOP);
    frame(chart, y);
    for (double tick : x.ticks()) {
      line(x.at(tick), bottom, x.at(tick), bottom + 4, "#444", 1);
      text(x.at(tick), bottom + 18, "middle", Scale.label(tick));
    }
    for (int i = 0; i < chart.lines().size(); i++) {
      String colour = COLOURS.get(i % COLOURS.size());
      path(chart.lines().get(i), x, y, colour);
      legend(i, colour, chart.lines().get(i).name());
    }
    return out.toString();
  }

  private void path(Chart.Line line, Scale x, Scale y, String colour) {
    var points = new StringBuilder();
    for (Chart.Point point : line.points()) {
      points.append(form("%.1f,%.1f ", x.at(point.x()), y.at(point.y())));
      if (point.low() < point.high()) {
        line(x.at(point.x()), y.at(point.low()), x.at(point.x()), y.at(point.high()), colour, 1);
      }
      out.append(
          form(
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n",
              x.at(point.x()), y.at(point.y()), colour));
    }
    out.append(
        form(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
            points.toString().strip(), colour));
  }

  private String columns(Chart.Columns chart) {
    var values = chart.kinds().stream().flatMap(k -> k.values().stream()).mapToDouble(v -> v);
    Scale y = Scale.over(values, chart.logY(), bottom, TOP);
    frame(chart, y);
    double group = (RIGHT - LEFT) / (double) Math.max(1, chart.groups().size());
    double width = 0.8 * group / Math.max(1, chart.kinds().size());
    for (int g = 0; g < chart.groups().size(); g++) {
      double left = LEFT + g * group + 0.1 * group;
      text(LEFT + (g + 0.5) * group, bottom + 18, "middle", chart.groups().get(g));
      for (int k = 0; k < chart.kinds().size(); k++) {
        double value = chart.kinds().get(k).values().get(g);
        if (Double.isFinite(value)) {
          column(left + k * width, width, y.at(value), COLOURS.get(k % COLOURS.size()), value);
        }
      }
    }
    for (int k = 0; k < chart.kinds().size(); k++) {
      legend(k, COLOURS.get(k % COLOURS.size()), chart.kinds().get(k).name());
    }
    return out.toString();
  }

  private void column(double left, double width, double top, String colour, double value) {
    out.append(
        form(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            left, top, width * 0.94, Math.max(0, bottom - top), colour));
    out.append(
        form(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\">%s</text>%n",
            left + width / 2, top - 4, Scale.label(value)));
  }

  /** Title, labels, axes, and a grid at the ticks of the values. */
  private void frame(Chart chart, Scale y) {
    out.append(
        form(
            "<text x=\"%d\" y=\"24\" font-size=\"14\" font-weight=\"bold\">%s</text>%n",
            LEFT, escaped(chart.title())));
    for (double tick : y.ticks()) {
      line(LEFT, y.at(tick), RIGHT, y.at(tick), "#ddd", 1);
      text(LEFT - 6, y.at(tick) + 4, "end", Scale.label(tick));
    }
    line(LEFT, TOP, LEFT, bottom, "#444", 1);
    line(LEFT, bottom, RIGHT, bottom, "#444", 1);
    text((LEFT + RIGHT) / 2.0, bottom + 38, "middle", chart.xLabel());
    out.append(
        form(
            "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
            (TOP + bottom) / 2, escaped(chart.yLabel())));
  }

  private void legend(int number, String colour, String name) {
    double x = LEFT + number % 3 * 155.0;
    double y = bottom + 60.0 + number / 3 * LEGEND_LINE;
    line(x, y - 4, x + 18, y - 4, colour, 4);
    text(x + 24, y, "start", name);
  }

  private void line(double x1, double y1, double x2, double y2, String colour, int width) {
    out.append(
        form(
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-width=\"%d\"/>%n",
            x1, y1, x2, y2, colour, width));
  }

  private void text(double x, double y, String anchor, String text) {
    out.append(
        form(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x, y, anchor, escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String form(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
