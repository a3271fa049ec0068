package dev.millrace.cli;

import java.util.List;
import java.util.function.Function;

/** How one kind of thing is shown: as columns to people, as an object to programs. */
interface View<T> {
  List<Column<T>> columns();

  /** Writes every field; one that isn't there is left out. */
  void write(T item, JsonObject json);

  /**
   * One column of a table.
   *
   * @param optional whether the column is left out when all its cells are empty
   */
  record Column<T>(String header, Side side, boolean optional, Function<T, String> cell) {
    enum Side {
      LEFT,
      RIGHT
    }

    static <T> Column<T> text(String header, Function<T, String> cell) {
      return new Column<>(header, Side.LEFT, false, cell);
    }

    static <T> Column<T> number(String header, Function<T, String> cell) {
      return new Column<>(header, Side.RIGHT, false, cell);
    }

    Column<T> unlessEmpty() {
      return new Column<>(header, side, true, cell);
    }
  }
}
