package dev.millrace.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A directory of each released format is checked in: it must still open, and the current format
 * must still be written as it was. A new fixture is written by {@link #main}, never over an old
 * one.
 */
class FormatTest {
  private static final List<String> FILES =
      List.of(FileNames.MARKER, FileNames.ANCHOR, FileNames.segment(1));
  private static final List<Entry> ENTRIES =
      List.of(
          Journals.entry(0, 1, 0),
          Journals.entry(3, 7, 100),
          new Entry(0, 2, 5, Bytes.wrap("payload".getBytes(UTF_8))));

  @Test
  void format1Opens() throws IOException {
    try (var opened = Journals.open(disk("format-1"))) {
      assertThat(opened.directory().format()).isEqualTo(1);
      assertThat(opened.recovered()).isEqualTo(ENTRIES);
      assertThat(opened.journal().incarnation()).isEqualTo(2);
    }
  }

  @Test
  void format2Opens() throws IOException {
    try (var opened = Journals.open(disk("format-2"))) {
      assertThat(opened.directory().format()).isEqualTo(2);
      assertThat(opened.recovered()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void format1IsRaisedAndHoldsTheSame() throws IOException {
    var disk = disk("format-1");

    try (var directory = DataDirectory.open(disk, Journals.SLOTS, Journals.ID)) {
      directory.raise();
    }

    for (var name : FILES) {
      assertThat(disk.bytes(name)).as(name).isEqualTo(fixture("format-2", name));
    }
    try (var opened = Journals.open(disk)) {
      assertThat(opened.recovered()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void format2IsWrittenAsItWas() throws IOException {
    var disk = written();

    for (var name : FILES) {
      assertThat(disk.bytes(name)).as(name).isEqualTo(fixture("format-2", name));
    }
  }

  static SimulatedDisk disk(String format) throws IOException {
    var disk = Journals.disk();
    for (var name : FILES) {
      try (var file = disk.create(name)) {
        file.write(ByteBuffer.wrap(fixture(format, name)), 0);
        file.sync();
      }
    }
    disk.syncDirectory();
    return disk;
  }

  private static SimulatedDisk written() {
    var disk = Journals.disk();
    try (var opened = Journals.open(disk)) {
      Journals.append(opened.journal(), ENTRIES.get(0), ENTRIES.get(1));
      Journals.append(opened.journal(), ENTRIES.get(2));
    }
    return disk;
  }

  private static byte[] fixture(String format, String name) throws IOException {
    try (var stream = FormatTest.class.getResourceAsStream("/" + format + "/" + name)) {
      if (stream == null) {
        throw new IOException("no fixture " + format + "/" + name);
      }
      return stream.readAllBytes();
    }
  }

  /** Writes a fixture of the current format to a new directory. */
  public static void main(String[] arguments) throws IOException {
    var target = Files.createDirectory(Path.of(arguments[0]));
    var disk = written();
    for (var name : FILES) {
      Files.write(target.resolve(name), disk.bytes(name));
    }
  }
}
