package dev.millrace.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells in columns as wide as their widest cell, two spaces apart. */
final class Table {
  private static final String GAP = "  ";

  private Table() {}

  static <T> List<String> lines(List<View.Column<T>> columns, List<T> items) {
    var lines = new StringBuilder[items.size() + 1];
    for (var i = 0; i < lines.length; i++) {
      lines[i] = new StringBuilder();
    }
    for (var column : columns) {
      var cells = cells(column, items);
      if (!column.optional() || cells.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
        append(lines, cells, column.side());
      }
    }
    return List.of(lines).stream().map(line -> line.toString().stripTrailing()).toList();
  }

  /** One line for each column, its header in front: one thing with all that is known about it. */
  static <T> List<String> record(List<View.Column<T>> columns, T item) {
    var shown =
        columns.stream()
            .filter(column -> !column.optional() || !column.cell().apply(item).isEmpty())
            .toList();
    var width = shown.stream().mapToInt(column -> width(column.header())).max().orElse(0);
    return shown.stream()
        .map(column -> pad(column.header(), width) + GAP + column.cell().apply(item))
        .map(String::stripTrailing)
        .toList();
  }

  private static <T> List<String> cells(View.Column<T> column, List<T> items) {
    var cells = new ArrayList<String>(items.size() + 1);
    cells.add(column.header());
    for (var item : items) {
      cells.add(column.cell().apply(item));
    }
    return cells;
  }

  private static void append(StringBuilder[] lines, List<String> cells, View.Column.Side side) {
    var width = cells.stream().mapToInt(Table::width).max().orElse(0);
    for (var i = 0; i < lines.length; i++) {
      var cell = cells.get(i);
      lines[i].append(lines[i].isEmpty() ? "" : GAP);
      switch (side) {
        case LEFT -> lines[i].append(pad(cell, width));
        case RIGHT -> lines[i].append(" ".repeat(width - width(cell))).append(cell);
      }
    }
  }

  private static String pad(String cell, int width) {
    return cell + " ".repeat(width - width(cell));
  }

  /** Columns that the text takes on a terminal. */
  static int width(String text) {
    return text.codePoints().map(Table::width).sum();
  }

  private static int width(int character) {
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
      default -> isWide(character) ? 2 : 1;
    };
  }

  /** East Asian characters and pictographs; close enough to what terminals do. */
  private static boolean isWide(int character) {
    return character >= 0x1100
        && (character <= 0x115F
            || (character >= 0x2E80 && character <= 0xA4CF)
            || (character >= 0xAC00 && character <= 0xD7A3)
            || (character >= 0xF900 && character <= 0xFAFF)
            || (character >= 0xFE30 && character <= 0xFE6F)
            || (character >= 0xFF00 && character <= 0xFF60)
            || (character >= 0xFFE0 && character <= 0xFFE6)
            || (character >= 0x1F300 && character <= 0x1FAFF)
            || (character >= 0x20000 && character <= 0x3FFFD));
  }
}
