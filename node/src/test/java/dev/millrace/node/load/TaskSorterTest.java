package dev.millrace.node.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Pid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskSorterTest {
  @TempDir private Path folder;

  @Test
  void whatFitsIntoMemoryIsSortedThere() throws IOException {
    try (var sorter = new TaskSorter(folder, 1 << 20)) {
      sorter.add(row("b", 1));
      sorter.add(row("a", 2));

      assertThat(drain(sorter)).containsExactly("a2", "b1");
      assertThat(sorter.runs()).isZero();
    }
  }

  @Test
  void whatDoesNotFitIsSortedOnDiskAndTheFilesGo() throws IOException {
    var random = new Random(5);
    List<TaskRow> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(row(String.valueOf(random.nextInt(3_000)), i % 100));
    }
    try (var sorter = new TaskSorter(folder, 100_000)) {
      for (var row : rows) {
        sorter.add(row);
      }
      // A stable sort: of those with one place, the first comes first.
      assertThat(sorter.runs()).isGreaterThan(5);
      assertThat(drain(sorter))
          .isEqualTo(rows.stream().sorted(Comparator.naturalOrder()).map(this::text).toList());
    }
    assertThat(folder).isEmptyDirectory();
  }

  private List<String> drain(TaskSorter sorter) throws IOException {
    List<String> drained = new ArrayList<>();
    sorter.drainTo(row -> drained.add(text(row)));
    return drained;
  }

  private String text(TaskRow row) {
    return row.pid() + String.valueOf(row.value()[0]);
  }

  private static TaskRow row(String pid, int number) {
    return new TaskRow(TaskRow.place(7, 9, Pid.of(pid)), true, 0, new byte[] {(byte) number});
  }
}
