package dev.millrace.node;

import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Entry;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.Reservation;
import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Change;
import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.QueuePut;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StepCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCheckTest {
  @TempDir Path folder;

  @Test
  void soundDirectoryIsCounted() {
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));
      node.execute(enqueue("q", "b"));
      node.execute(enqueue("r", "c"));
      node.execute(lease("q", 1, 60_000, 0));
    }

    var report = check();

    assertThat(report.isSound()).isTrue();
    assertThat(report.entries()).isEqualTo(4);
    assertThat(report.queues()).isEqualTo(2);
    assertThat(report.tasks()).isEqualTo(3);
  }

  @Test
  void wrongCountersAreFound() {
    write(queueThatCounts(new QueueCounts(1, 2, 0, 0, 2, 0)));

    var report = check();

    assertThat(report.isSound()).isFalse();
    assertThat(report.problems()).singleElement().asString().contains("queue=q has QueueCounts");
  }

  @Test
  void tasksThatCameAndNeitherStayedNorWentAreFound() {
    write(queueThatCounts(new QueueCounts(1, 0, 0, 0, 5, 1)));

    assertThat(check().problems())
        .containsExactly("queue 'q' has seen 5 tasks come and 1 go, and holds 0");
  }

  @Test
  void stepThatCannotBeReadIsFound() {
    write(new byte[] {99, 98, 97});

    var report = check();

    assertThat(report.journal().isSound()).isTrue();
    assertThat(report.problems()).singleElement().asString().startsWith("the steps of slot 3");
  }

  /** Paused, because an empty queue that isn't would not be shown. */
  private static byte[] queueThatCounts(QueueCounts counts) {
    List<Change> changes = List.of(new QueuePut(1, QueueName.of("q"), true), counts);
    return StepCodec.encode(7, 1000, changes).bytes();
  }

  private void write(byte[] payload) {
    try (var directory =
            DataDirectory.open(
                FileDisk.open(folder.resolve("data")), TestPath.SLOTS, new DirectoryId(1, 2));
        var journal = SegmentJournal.open(directory, TestPath.ENGINE.journal(), (_, _) -> {})) {
      Reservation room =
          ((Granted) journal.reserve(payload.length, Purpose.COMPLETION)).reservation();
      room.fill(new Entry(3, 7, Bytes.wrap(payload)));
      journal.write(List.of(room), 1000);
      journal.sync();
    }
  }

  private DataCheck.Report check() {
    return DataCheck.run(FileDisk.openReadOnly(folder.resolve("data")));
  }
}
