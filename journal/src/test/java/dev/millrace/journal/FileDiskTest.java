package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDiskTest extends DiskConformanceTest {
  @TempDir Path directory;

  @Override
  Disk disk() {
    return FileDisk.open(directory);
  }

  @Test
  void aMissingDirectoryIsMadeForItsOwnerOnly() throws IOException {
    var made = directory.resolve("data");

    FileDisk.open(made).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void aMissingParentIsNamed() {
    var path = directory.resolve("no").resolve("data");

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> FileDisk.open(path))
        .withMessageContaining(directory.resolve("no") + " doesn't exist")
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.PARENT_MISSING));
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    var path = Files.createFile(directory.resolve("file"));

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> FileDisk.open(path))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE));
  }

  @Test
  void lookingOnlyMakesNothing() {
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> FileDisk.openReadOnly(directory.resolve("data")))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.MISSING));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theLockOfAnotherProcessIsReportedWithItsNumber() throws IOException, InterruptedException {
    var process = LockHolder.start(directory);
    try {
      assertThatExceptionOfType(DataDirectoryException.class)
          .isThrownBy(() -> disk().lock(FileNames.LOCK))
          .withMessageContaining("in use by process " + process.pid())
          .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.IN_USE));
    } finally {
      process.destroyForcibly().waitFor();
    }

    disk().lock(FileNames.LOCK).close();
  }

  @Test
  void aJournalIsKeptInFiles() {
    var entry = Journals.entry(1, 1, 100);
    try (var opened = Journals.open(disk())) {
      Journals.maintain(opened.journal());
      Journals.append(opened.journal(), entry);
    }

    try (var opened = Journals.open(disk())) {
      assertThat(opened.recovered()).containsExactly(entry);
      assertThat(opened.journal().incarnation()).isEqualTo(2);
    }
  }
}
