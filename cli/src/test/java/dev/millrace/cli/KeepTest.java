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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
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
    assertThat(shell.out()).startsWith("INCOMPLETE: saved 3 tasks in 1 queue, "); // the store's
    assertThat(shell.err())
        .contains("MISSING in the journal 1 frame is missing")
        .doesNotContain("tasks are missing");
    assertThat(shell.run("check", path("saved"))).isZero();
  }

  @Test
  void salvageGoesOnWithoutAStore() throws IOException {
    serveBriefly("data", "first", "second", "third");
    damage("second");
    deleteTree(folder.resolve("data/store"));

    assertThat(shell.run("salvage", "--data", path("data"), "--to", path("saved"))).isEqualTo(7);
    assertThat(shell.out()).startsWith("INCOMPLETE: saved 2 tasks in 1 queue, ");
    assertThat(shell.err()).contains("MISSING 1 tasks are missing");
    assertThat(shell.run("check", path("saved"))).isZero();
    assertThat(shell.lines()).last().asString().startsWith("sound: 2 tasks in 1 queue, ");
  }

  @Test
  void salvageReadsADamagedStore() throws IOException {
    var tasks = new String[400];
    Arrays.setAll(tasks, i -> "task %d of many".formatted(i).repeat(60));
    serveBriefly("data", tasks);
    var before = contents(folder.resolve("data"));
    damageTable();
    removeJournalEntries();

    assertThat(shell.run("check", path("data"))).isEqualTo(1);
    assertThat(shell.run("salvage", "--data", path("data"), "--to", path("saved"))).isEqualTo(7);
    assertThat(shell.err()).contains("MISSING 1 places of the store can't be read");
    assertThat(shell.run("check", path("saved"))).isZero();
    assertThat(before.keySet()).isEqualTo(contents(folder.resolve("data")).keySet());
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
  void aRunningServerIsBackedUpAndRestored() {
    var node = start("data", Map.of("backup-directory", path("backups"), "backups-max", "2"));
    var client = new TestShell("--server", "127.0.0.1:" + node.port());
    for (int backup = 1; backup <= 3; backup++) {
      assertThat(client.run("enqueue", "kept", "task-" + backup, "--pid", "" + backup)).isZero();
      assertThat(client.run("backup")).isZero();
      assertThat(client.out()).startsWith("backup " + backup + " of ");
    }
    assertThat(client.run("enqueue", "kept", "too late", "--pid", "4")).isZero();
    node.stop();

    assertThat(shell.run("restore", "--from", path("backups"), "--data", path("new"))).isZero();
    assertThat(shell.out()).contains("restored backup 3 of ", "serve --data ");
    assertTasks("new", "1", "2", "3");
    assertThat(
            shell.run(
                "restore", "--from", path("backups"), "--data", path("older"), "--backup", "2"))
        .isZero();
    assertTasks("older", "1", "2");
    assertThat(shell.run("restore", "--from", path("backups"), "--list")).isZero();
    assertThat(shell.lines()).hasSize(3); // with the heading
  }

  private void assertTasks(String data, String... pids) {
    var node = start(data);
    var client = new TestShell("--server", "127.0.0.1:" + node.port(), "--json");
    assertThat(client.run("peek", "kept")).isZero();
    assertThat(client.lines()).hasSize(pids.length);
    for (int i = 0; i < pids.length; i++) {
      assertThat(client.lines().get(i)).contains("\"pid\":\"" + pids[i] + "\"");
    }
    node.stop();
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
    return start(data, Map.of());
  }

  private Node start(String data, Map<String, String> more) {
    var arguments = new HashMap<>(Map.of("data", path(data), "port", "0"));
    arguments.putAll(more);
    return Node.start(NodeConfig.load(Optional.empty(), arguments));
  }

  private void serveBriefly(String data, String... tasks) {
    var node = start(data);
    var client = new TestShell("--server", "127.0.0.1:" + node.port());
    for (var task : tasks) {
      assertThat(client.run("enqueue", "kept", task)).isZero();
    }
    node.stop();
  }

  private static Map<String, Long> contents(Path directory) throws IOException {
    var contents = new HashMap<String, Long>();
    try (var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        contents.put(directory.relativize(file).toString(), Files.size(file));
      }
    }
    return contents;
  }

  private static void deleteTree(Path tree) throws IOException {
    try (var files = Files.walk(tree)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Flips a bit in the middle of the largest table of the store. */
  private void damageTable() throws IOException {
    try (var files = Files.walk(folder.resolve("data/store/rows"))) {
      var table =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
      var bytes = Files.readAllBytes(table);
      bytes[bytes.length / 2] ^= 1;
      Files.write(table, bytes);
    }
  }

  /** Leaves the store alone to tell what there was. */
  private void removeJournalEntries() throws IOException {
    try (var files = Files.list(folder.resolve("data"))) {
      for (var file : files.filter(name -> name.toString().endsWith(".segment")).toList()) {
        var bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 512, bytes.length, (byte) 0);
        Files.write(file, bytes);
      }
    }
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
