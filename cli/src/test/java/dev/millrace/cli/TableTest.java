package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final List<View.Column<List<String>>> COLUMNS =
      List.of(
          View.Column.text("queue", List::getFirst),
          View.Column.number("tasks", row -> row.get(1)),
          View.Column.<List<String>>text("paused", List::getLast).unlessEmpty());

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    var lines = Table.lines(COLUMNS, List.of(List.of("mail", "7", "p"), List.of("a", "1,000", "")));

    assertThat(lines)
        .containsExactly(
            "queue  tasks  paused", //
            "mail       7  p",
            "a      1,000");
  }

  @Test
  void optionalColumnWithoutContentIsLeftOut() {
    var lines = Table.lines(COLUMNS, List.of(List.of("mail", "7", "")));

    assertThat(lines).containsExactly("queue  tasks", "mail       7");
  }

  @Test
  void recordHasALineForEachColumn() {
    assertThat(Table.record(COLUMNS, List.of("mail", "7", "")))
        .containsExactly("queue  mail", "tasks  7");
  }

  @Test
  void wideAndCombiningCharactersTakeTheirPlace() {
    assertThat(Table.width("abc")).isEqualTo(3);
    assertThat(Table.width("東京")).isEqualTo(4);
    assertThat(Table.width("e\u0301")).isEqualTo(1);
    assertThat(Table.width("😀")).isEqualTo(2);
  }
}
