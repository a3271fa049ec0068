package dev.millrace.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.report.Table.Column;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportTest {
  @TempDir private Path folder;

  private final Table table =
      new Table(List.of(Column.words("name"), new Column("tasks/s", 0), new Column("ms", 2)));

  @Test
  void textAlignsWordsLeftAndNumbersRight() {
    table.add("a", 1_234.5, 0.125);
    table.add("longer", Double.NaN, 12);

    assertThat(table.text())
        .isEqualTo(
            """
            name    tasks/s     ms
            a         1,235   0.13
            longer        –  12.00
            """);
  }

  @Test
  void csvHasPlainNumbersAndQuotedWords() {
    table.add("a, \"b\"", 1_234.5, Double.NaN);

    assertThat(table.csv())
        .isEqualTo(
            """
            name,tasks/s,ms
            "a, ""b\""",1235,
            """);
  }

  @Test
  void markdownIsATable() {
    table.add("a|b", 1, 2);

    assertThat(table.markdown())
        .isEqualTo(
            """
            | name | tasks/s | ms |
            |---|---:|---:|
            | a\\|b | 1 | 2.00 |
            """);
  }

  @Test
  void chartsAreWellFormedWithTitleLabelsTicksAndLegend() throws Exception {
    var lines =
        new Chart.Lines(
            "a < b",
            "tasks & more",
            "ms",
            true,
            true,
            List.of(
                new Chart.Line(
                    "first", List.of(new Chart.Point(1, 10, 5, 20), new Chart.Point(1_000, 300)))));
    var columns =
        new Chart.Columns(
            "c",
            "",
            "tasks/s",
            false,
            List.of("x", "y"),
            List.of(
                new Chart.Kind("one", List.of(1.0, Double.NaN)),
                new Chart.Kind("two", List.of(30.0, 47.0))));

    var svg = parse(Svg.beside(List.of(lines, columns)));

    assertThat(svg.getTagName()).isEqualTo("svg");
    assertThat(svg.getAttribute("width")).isEqualTo("1120");
    assertThat(texts(svg))
        .contains("a < b", "tasks & more", "ms", "first", "1", "10", "100", "1,000")
        .contains("c", "x", "y", "one", "two", "tasks/s", "0", "20", "50");
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
    // The background, and the columns that were measured.
    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
  }

  @Test
  void reportIsThreeFiles() throws IOException {
    table.add("a", 1, 2);
    var chart =
        new Chart.Columns(
            "c", "", "", false, List.of("x"), List.of(new Chart.Kind("k", List.of(1.0))));

    var files =
        new Report("name", "Title", List.of("What."), table, List.of(chart))
            .write(folder.resolve("new"));

    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly("name.csv", "name.md", "name.svg");
    assertThat(Files.readString(files.get(1)))
        .startsWith("# Title\n\nWhat.\n\n| name")
        .endsWith("![Title](name.svg)\n");
  }

  private static List<String> texts(Element svg) {
    var nodes = svg.getElementsByTagName("text");
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> nodes.item(i).getTextContent())
        .toList();
  }

  private static Element parse(String xml) throws Exception {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
  }
}
