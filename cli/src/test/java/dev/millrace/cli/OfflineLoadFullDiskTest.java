package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loading onto a disk that is too small. Needs root, for a mount. */
@Tag("full")
class OfflineLoadFullDiskTest {
  private final TestShell shell = new TestShell();
  @TempDir private Path parent;
  private Path disk;
  private OfflineDirectory directory;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    disk = Files.createDirectory(parent.resolve("disk"));
    run("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", disk.toString());
    directory = new OfflineDirectory(shell, disk.resolve("data"));
    assertThat(directory.load("--tasks", "1000", "--queues", "10")).isZero();
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  @Test
  void aLoadThatDoesNotFitIsRefusedAndLeavesWhatWasThere() {
    assertThat(directory.load("--tasks", "400000", "--queues", "10", "--bytes", "1000"))
        .isEqualTo(5);

    assertThat(shell.err()).startsWith("millrace: FULL: ");
    assertNothingIsLoaded();
  }

  @Test
  void linesThatDoNotFitLeaveWhatWasThere() throws IOException {
    Path lines = parent.resolve("lines");
    var random = new Random(7);
    var data = new byte[750];
    try (var out = Files.newBufferedWriter(lines)) {
      for (int i = 0; i < 400_000; i++) {
        random.nextBytes(data);
        out.write(Base64.getEncoder().encodeToString(data) + "\n");
      }
    }

    // 1 if there was no space to sort them, 5 if there was none in the store.
    assertThat(directory.load(lines.toString(), "--queue", "a")).isIn(1, 5);

    assertThat(shell.err()).contains("No space left on device");
    assertNothingIsLoaded();
  }

  private void assertNothingIsLoaded() {
    assertThat(disk.resolve("data/store/incoming")).isEmptyDirectory();
    directory.assertSound("1,000 tasks in 10 queues");
    // There is room for less.
    assertThat(directory.load("--queue", "b", "--tasks", "1000", "--queues", "10")).isZero();
    directory.assertSound("2,000 tasks in 20 queues");
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
