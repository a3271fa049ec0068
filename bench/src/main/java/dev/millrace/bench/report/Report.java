package dev.millrace.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One result: a table, and charts of it beside each other.
 *
 * @param name of its files
 * @param about lines for the reader of the Markdown: what was measured, where, with which command
 */
public record Report(
    String name, String title, List<String> about, Table table, List<Chart> charts) {
  public Report {
    about = List.copyOf(about);
    charts = List.copyOf(charts);
  }

  /**
   * Writes {@code NAME.csv}, {@code NAME.md} and, with a chart, {@code NAME.svg}.
   *
   * @return the files
   */
  public List<Path> write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path csv = Files.writeString(folder.resolve(name + ".csv"), table.csv());
    Path markdown = Files.writeString(folder.resolve(name + ".md"), markdown());
    return charts.isEmpty()
        ? List.of(csv, markdown)
        : List.of(
            csv, markdown, Files.writeString(folder.resolve(name + ".svg"), Svg.beside(charts)));
  }

  String markdown() {
    var text = new StringBuilder("# " + title + "\n\n");
    about.forEach(line -> text.append(line).append("\n\n"));
    text.append(table.markdown());
    if (!charts.isEmpty()) {
      text.append("\n![").append(title).append("](").append(name).append(".svg)\n");
    }
    return text.toString();
  }
}
