package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that save data directories, on real files. */
class KeepTest {
  private final TestShell shell = new TestShell();
  @TempDir private Path folder;

  @Test
  void salvageOfASoundDirectoryLosesNothing() {
    serveBriefly("data", "first", "second");

    assertThat(shell.run("salvage", "--data", path("data"), "--to", path("saved"))).isZero();
    assertThat(shell.out()).startsWith("complete: saved 2 tasks in 1 queue, ");
    assertThat(shell.err()).isEmpty();

    assertThat(shell.run("check", path("saved"))).isZero();
    var node = start("saved");
    new TestShell("--server", "127.0.0.1:" + node.port()).run("enqueue", "kept", "more");
    node.stop();
    assertThat(shell.run("check", path("saved"))).isZero();
    assertThat(shell.lines()).last().asString().startsWith("sound: 3 tasks in 1 queue, ");
  }

  @Test
  void salvageOfADamagedDirectoryTellsWhatIsMissing() throws IOException {
    serveBriefly("data", "first", "second", "third");
    damage("second");

    assertThat(shell.run("check", path("data"))).isEqualTo(1);
    assertThat(shell.run("salvage", "--data", path("data"), "--to", path("saved"))).isEqualTo(7);
    assertThat(shell.out()).startsWith("INCOMPLETE: saved 2 tasks in 1 queue, ");
    assertThat(shell.err())
        .contains("MISSING in the journal 1 frame is missing")
        .contains("MISSING 1 tasks are missing");
    assertThat(shell.run("check", path("saved"))).isZero();
  }

  @Test
  void salvageRefusesAFullTarget() throws IOException {
    serveBriefly("data", "first");
    Files.createDirectory(folder.resolve("saved"));
    Files.writeString(folder.resolve("saved/letter.txt"), "Dear Ada");

    assertThat(shell.run("salvage", "--data", path("data"), "--to", path("saved"))).isEqualTo(2);
    assertThat(shell.err()).startsWith("millrace: NOT_OURS: ").contains("letter.txt");
  }

  @Test
  void backupsAreListedAndRestored() {
    var id = new StoreId(HexFormat.of().toHexDigits(7L).repeat(2), NodeConfig.SLOTS);
    try (var store = RocksStore.open(folder.resolve("store"), id, RocksConfig.DEFAULT)) {
      store.backup(folder.resolve("backups"), 1);
      store.backup(folder.resolve("backups"), 1);
    }

    assertThat(shell.run("restore", "--from", path("backups"), "--list")).isZero();
    assertThat(shell.lines()).hasSize(3);
    assertThat(shell.run("restore", "--from", path("backups"), "--data", path("new"), "--json"))
        .isZero();
    assertThat(shell.out()).startsWith("{\"backup\":2,");
    assertThat(folder.resolve("new/store/store.properties")).exists();
    assertThat(
            shell.run(
                "restore", "--from", path("backups"), "--data", path("other"), "--backup", "9"))
        .isEqualTo(3);
    assertThat(shell.err()).startsWith("millrace: MISSING: ");
  }

  @Test
  void aServerWithoutAPlaceForBackupsMakesNone() {
    var node = start("data");
    var client = new TestShell("--server", "127.0.0.1:" + node.port());

    assertThat(client.run("backup")).isEqualTo(2);
    assertThat(client.err()).startsWith("millrace: INVALID: ").contains("backup-directory");
    node.stop();
  }

  @Test
  void noBackupsAreNamedSo() {
    assertThat(shell.run("restore", "--from", path("none"), "--list")).isEqualTo(3);
    assertThat(shell.err()).startsWith("millrace: MISSING: there are no backups in ");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Node start(String data) {
    return Node.start(NodeConfig.load(Optional.empty(), Map.of("data", path(data), "port", "0")));
  }

  private void serveBriefly(String data, String... tasks) {
    var node = start(data);
    var client = new TestShell("--server", "127.0.0.1:" + node.port());
    for (var task : tasks) {
      assertThat(client.run("enqueue", "kept", task)).isZero();
    }
    node.stop();
  }

  /** Flips a bit of the data of a task. */
  private void damage(String data) throws IOException {
    try (var files = Files.list(folder.resolve("data"))) {
      for (var file : files.filter(name -> name.toString().endsWith(".segment")).toList()) {
        var bytes = Files.readAllBytes(file);
        int at = new String(bytes, ISO_8859_1).indexOf(data);
        if (at > 0) {
          bytes[at] ^= 1;
          Files.write(file, bytes);
        }
      }
    }
  }
}
