package dev.millrace.journal;

import static dev.millrace.journal.Journals.NOW;
import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.maintain;
import static dev.millrace.journal.Journals.open;
import static dev.millrace.journal.Journals.reserved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.CheckReport.TicketRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalCheckTest {
  private final SimulatedDisk disk = Journals.disk();

  @Test
  void aSoundJournalIsCounted() {
    try (var opened = open(disk)) {
      maintain(opened.journal());
      append(opened.journal(), entry(0, 1, 10), entry(1, 3, 10));
      append(opened.journal(), entry(1, 4, 10), new Entry(2, 5, 9, Bytes.wrap(new byte[0])));
    }
    var seen = new ArrayList<Entry>();

    var report = JournalCheck.run(disk, (entry, _) -> seen.add(entry));

    assertThat(report.isSound()).isTrue();
    assertThat(report.closedCleanly()).isTrue();
    assertThat(report.directory()).isEqualTo(Journals.ID);
    assertThat(report.format()).isEqualTo(2);
    assertThat(report.slots()).isEqualTo(Journals.SLOTS);
    assertThat(report.incarnation()).isEqualTo(1);
    assertThat(report.frames()).isEqualTo(2);
    assertThat(report.entries()).isEqualTo(4).isEqualTo(seen.size());
    assertThat(report.tickets())
        .isEqualTo(
            Map.of(0, new TicketRange(1, 1), 1, new TicketRange(3, 4), 2, new TicketRange(5, 9)));
    assertThat(report.segments()).hasSize(3);
    assertThat(report.tornTails()).isEmpty();
  }

  @Test
  void nothingIsChanged() {
    var opened = open(disk);
    opened.journal().write(List.of(reserved(opened.journal(), entry(0, 1, 900))), NOW);
    disk.crash(Crash.PROCESS);
    disk.corrupt(FileNames.segment(1), 700, 1);
    var before = contents();

    JournalCheck.run(disk, (_, _) -> {});

    assertThat(contents()).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void aTornTailIsReportedAndHarmless() {
    var opened = open(disk);
    append(opened.journal(), entry(0, 1, 10));
    opened.journal().write(List.of(reserved(opened.journal(), entry(0, 2, 900))), NOW);
    disk.crash(Crash.PROCESS);
    disk.corrupt(FileNames.segment(1), 1200, 1);

    var report = JournalCheck.run(disk, (_, _) -> {});

    assertThat(report.isSound()).isTrue();
    assertThat(report.closedCleanly()).isFalse();
    assertThat(report.tornTails()).containsExactly(new TornTail(FileNames.segment(1), 512 + 128));
    assertThat(report.frames()).isEqualTo(1);
  }

  @Test
  void allDamageIsReported() {
    try (var opened = open(disk)) {
      for (int ticket = 1; ticket <= 6; ticket++) {
        append(opened.journal(), entry(0, ticket, 100));
      }
    }
    disk.corrupt(FileNames.segment(1), 512 + 192 + 100, 1);
    disk.corrupt(FileNames.segment(1), 512 + 3 * 192 + 100, 1);
    var seen = new ArrayList<Entry>();

    var report = JournalCheck.run(disk, (entry, _) -> seen.add(entry));

    assertThat(report.isSound()).isFalse();
    assertThat(report.damages().stream().map(Damage::offset))
        .containsExactly(512L + 192, 512L + 3 * 192);
    assertThat(report.frames()).isEqualTo(4);
    assertThat(seen).hasSize(1);
  }

  @Test
  void aDirectoryInUseIsRefused() {
    open(disk);

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> JournalCheck.run(disk, (_, _) -> {}))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(DataDirectoryException.Problem.IN_USE));
  }

  @Test
  void anEmptyDirectoryIsNotMadeIntoOne() {
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> JournalCheck.run(disk, (_, _) -> {}))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(DataDirectoryException.Problem.MISSING));
    assertThat(disk.list()).isEmpty();
  }

  private Map<String, byte[]> contents() {
    var contents = new HashMap<String, byte[]>();
    disk.list().forEach(name -> contents.put(name, disk.bytes(name)));
    return contents;
  }
}
