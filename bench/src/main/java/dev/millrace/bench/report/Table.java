package dev.millrace.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of words and numbers under one head. */
public final class Table {
  private static final String MISSING = "–";

  private final List<Column> columns;
  private final List<List<Object>> rows = new ArrayList<>();

  public Table(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /**
   * One column.
   *
   * @param decimals of its numbers; {@link #WORDS} where it has none
   */
  public record Column(String name, int decimals) {
    private static final int WORDS = -1;

    public static Column words(String name) {
      return new Column(name, WORDS);
    }

    boolean isWords() {
      return decimals == WORDS;
    }
  }

  /** Adds a row of strings and numbers; what is not a number wasn't measured. */
  public void add(Object... row) {
    if (row.length != columns.size()) {
      throw new IllegalArgumentException(row.length + " values for " + columns.size());
    }
    rows.add(List.of(row));
  }

  /** For a terminal: words to the left, numbers to the right. */
  public String text() {
    List<List<String>> lines = lines(true, MISSING);
    int[] widths =
        IntStream.range(0, columns.size())
            .map(i -> lines.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
            .toArray();
    return lines.stream()
        .map(
            line ->
                IntStream.range(0, columns.size())
                    .mapToObj(i -> padded(line.get(i), widths[i], columns.get(i).isWords()))
                    .collect(Collectors.joining("  "))
                    .stripTrailing())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  public String markdown() {
    List<String> lines = new ArrayList<>();
    for (List<String> line : lines(true, MISSING)) {
      lines.add(
          line.stream()
              .map(value -> value.replace("|", "\\|"))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    lines.add(
        1,
        columns.stream()
            .map(column -> column.isWords() ? "---" : "---:")
            .collect(Collectors.joining("|", "|", "|")));
    return String.join("\n", lines) + "\n";
  }

  /** For programs: plain numbers, nothing where there is none. */
  public String csv() {
    return lines(false, "").stream()
        .map(line -> line.stream().map(Table::quoted).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private List<List<String>> lines(boolean grouped, String missing) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.stream().map(Column::name).toList());
    for (List<Object> row : rows) {
      lines.add(
          IntStream.range(0, columns.size())
              .mapToObj(i -> value(row.get(i), columns.get(i), grouped, missing))
              .toList());
    }
    return lines;
  }

  private static String value(Object value, Column column, boolean grouped, String missing) {
    if (!(value instanceof Number number)) {
      return value.toString();
    }
    if (!Double.isFinite(number.doubleValue())) {
      return missing;
    }
    String form = (grouped ? "%,." : "%.") + Math.max(0, column.decimals) + "f";
    return String.format(Locale.ROOT, form, number.doubleValue());
  }

  private static String padded(String value, int width, boolean left) {
    String blanks = " ".repeat(width - value.length());
    return left ? value + blanks : blanks + value;
  }

  private static String quoted(String value) {
    return value.matches("(?s).*[\",\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
