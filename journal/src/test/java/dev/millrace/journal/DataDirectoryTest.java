package dev.millrace.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {
  private final SimulatedDisk disk = Journals.disk();

  @Test
  void aNewDirectoryKeepsItsIdAndSlots() {
    Journals.open(disk).close();

    try (var directory = DataDirectory.open(disk, Journals.SLOTS, new DirectoryId(5, 5))) {
      assertThat(directory.id()).isEqualTo(Journals.ID);
      assertThat(directory.slots()).isEqualTo(Journals.SLOTS);
    }
  }

  @Test
  void theMarkerIsText() {
    Journals.open(disk).close();

    assertThat(new String(disk.bytes(FileNames.MARKER), US_ASCII))
        .contains("format=2\nid=0123456789abcdef000000000000002a\nslots=4\ncrc32c=");
  }

  @Test
  void aDirectoryInUseIsRefused() {
    var opened = Journals.open(disk);

    refuses(Problem.IN_USE, "in use");

    opened.close();
    Journals.open(disk).close();
  }

  @Test
  void aForeignDirectoryIsRefusedAndLeftAlone() {
    disk.create("holiday.jpg").close();

    refuses(Problem.NOT_OURS, "holds holiday.jpg");

    assertThat(disk.list()).containsExactly("holiday.jpg");
  }

  @Test
  void aFreshFileSystemCountsAsEmpty() {
    disk.create("lost+found").close();

    Journals.open(disk).close();
  }

  @Test
  void aLostMarkerIsNotMadeUp() {
    Journals.open(disk).close();
    disk.delete(FileNames.MARKER);

    refuses(Problem.NOT_OURS, "restore that file");
  }

  @Test
  void everyByteOfTheMarkerIsChecked() {
    Journals.open(disk).close();
    int bytes = disk.bytes(FileNames.MARKER).length;

    for (int offset = 0; offset < bytes; offset++) {
      disk.corrupt(FileNames.MARKER, offset, 1);
      refuses(Problem.MARKER_DAMAGED, "can't be read");
      disk.corrupt(FileNames.MARKER, offset, 1);
    }
    Journals.open(disk).close();
  }

  @Test
  void aCutMarkerIsRefused() {
    Journals.open(disk).close();
    int bytes = disk.bytes(FileNames.MARKER).length;

    for (int size = bytes - 1; size >= 0; size--) {
      disk.truncate(FileNames.MARKER, size);
      refuses(Problem.MARKER_DAMAGED, "can't be read");
    }
  }

  @Test
  void aNewerFormatIsRefusedAndNamed() {
    Journals.open(disk).close();
    replaceMarker("format=7\nid=later\nmoons=3\n");

    refuses(Problem.NEWER_FORMAT, "has format 7; this program knows format 2");
  }

  @Test
  void aMarkerWithoutAValueIsRefused() {
    Journals.open(disk).close();

    replaceMarker("format=1\nid=0123456789abcdef000000000000002a\n");
    refuses(Problem.MARKER_DAMAGED, "no valid slots");
    replaceMarker("format=1\nid=xyz\nslots=4\n");
    refuses(Problem.MARKER_DAMAGED, "no valid format or id");
    replaceMarker("slots=4\n");
    refuses(Problem.MARKER_DAMAGED, "no valid format");
  }

  @Test
  void anotherNumberOfSlotsIsRefused() {
    Journals.open(disk).close();

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> DataDirectory.open(disk, 8, Journals.ID))
        .withMessageContaining("made with 4 slots, not 8")
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.SLOTS_DIFFER));
  }

  @Test
  void unknownFilesAreLeftAlone() {
    Journals.open(disk).close();
    disk.create("notes.txt").close();
    disk.create("checkpoint-17").close();

    Journals.open(disk).close();

    assertThat(disk.list()).contains("notes.txt", "checkpoint-17");
  }

  @Test
  void aFailedOpeningGivesTheLockBack() {
    Journals.open(disk).close();
    disk.corrupt(FileNames.MARKER, 0, 1);
    refuses(Problem.MARKER_DAMAGED, "can't be read");
    disk.corrupt(FileNames.MARKER, 0, 1);

    Journals.open(disk).close();
  }

  private void replaceMarker(String lines) {
    var crc = new CRC32C();
    crc.update(lines.getBytes(US_ASCII));
    var text = lines + "crc32c=" + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n";
    disk.delete(FileNames.MARKER);
    try (var file = disk.create(FileNames.MARKER)) {
      file.write(ByteBuffer.wrap(text.getBytes(US_ASCII)), 0);
    }
  }

  private void refuses(Problem problem, String message) {
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> Journals.open(disk))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
  }
}
