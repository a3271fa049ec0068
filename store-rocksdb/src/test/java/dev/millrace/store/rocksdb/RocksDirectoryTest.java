package dev.millrace.store.rocksdb;

import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static dev.millrace.store.Rows.task;
import static dev.millrace.store.rocksdb.RocksUnderTest.ID;
import static dev.millrace.store.rocksdb.RocksUnderTest.SMALL;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be opened as a store, and what is noticed when it may not. */
class RocksDirectoryTest {
  @TempDir private Path parent;
  private Path directory;

  @BeforeEach
  void nameDirectory() {
    directory = parent.resolve("store");
  }

  @Test
  void readingChangesNothing() throws IOException {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(puts(1, "a"));
      store.flush();
    }
    var before = names();

    try (var store = RocksStore.openReadOnly(directory, ID, SMALL)) {
      assertThat(pids(store)).containsExactly("a");
      assertThat(store.appliedTicket(0)).isEqualTo(1);
      assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.apply(puts(2, "b")));
    }

    assertThat(names()).isEqualTo(before);
  }

  @Test
  void onlyTheRightStoreIsOpenedForReading() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> RocksStore.openReadOnly(directory, ID, SMALL))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.MISSING));
    RocksStore.open(directory, ID, SMALL).close();

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> RocksStore.openReadOnly(directory, new StoreId("other", ID.slots()), SMALL))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.OTHER_DIRECTORY));
  }

  private Set<String> names() throws IOException {
    try (var files = Files.walk(directory)) {
      return files.map(Path::toString).collect(Collectors.toSet());
    }
  }

  @Test
  void aStoreIsOpenOnce() {
    try (var _ = open()) {
      assertProblem(Problem.IN_USE);
    }
    open().close();
  }

  @Test
  void whatIsNotOursIsLeftAlone() throws IOException {
    Files.createDirectory(directory);
    Files.writeString(directory.resolve("letter.txt"), "Dear Jim");

    assertProblem(Problem.NOT_OURS);

    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aFileIsNotAStore() throws IOException {
    Files.writeString(directory, "a file");

    assertProblem(Problem.NOT_OURS);
  }

  @Test
  void rowsWithoutAMarkerAreNotOpened() throws IOException {
    open().close();
    Files.delete(directory.resolve("store.properties"));

    assertProblem(Problem.NOT_OURS);
  }

  @Test
  void anotherDirectorysStoreIsRefused() {
    open().close();

    assertProblem(Problem.OTHER_DIRECTORY, new StoreId("fedcba", ID.slots()));
    assertProblem(Problem.OTHER_DIRECTORY, new StoreId(ID.directory(), ID.slots() + 1));
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    open().close();
    var text = "# A store of Millrace. Don't edit.\nformat=2\nthings=new\n";
    var crc = new CRC32C();
    crc.update(text.getBytes(US_ASCII));
    Files.writeString(
        directory.resolve("store.properties"), text + "crc32c=%08x\n".formatted(crc.getValue()));

    assertProblem(Problem.NEWER_FORMAT);
  }

  @Test
  void aDamagedMarkerIsNoticed() throws IOException {
    open().close();
    Files.writeString(directory.resolve("store.properties"), "");

    assertProblem(Problem.DAMAGED);
  }

  @Test
  void aStoreThatWasNeverFinishedIsMadeAnew() throws IOException {
    try (var store = open()) {
      store.apply(puts(1, "a"));
      store.flush();
    }
    Files.move(directory.resolve("store.properties"), directory.resolve("store.properties.new"));

    try (var store = open()) {
      assertThat(pids(store)).isEmpty();
    }
    try (var store = open()) {
      assertThat(store.appliedTicket(0)).isZero();
    }
  }

  @Test
  void rowsThatWereLostAreNotReplacedByNone() throws IOException {
    makeWithRows();
    deleteAll("");

    assertProblem(Problem.DAMAGED);
  }

  @Test
  void aLostFileIsNoticed() throws IOException {
    makeWithRows();
    deleteAll(".sst");

    assertProblem(Problem.DAMAGED);
  }

  @Test
  void aLostManifestIsNoticed() throws IOException {
    makeWithRows();
    for (var file : files("")) {
      if (file.getFileName().toString().startsWith("MANIFEST")) {
        Files.delete(file);
      }
    }

    assertProblem(Problem.DAMAGED);
  }

  @Test
  void aFlippedBitIsNeverServed() throws IOException {
    makeWithRows();
    var file = files(".sst").getFirst();
    var good = Files.readAllBytes(file);
    int noticed = 0;
    for (int at = 0; at < good.length; at += 97) {
      var bad = good.clone();
      bad[at] ^= 0x10;
      Files.write(file, bad);
      noticed += isNoticed() ? 1 : 0;
    }

    // The rest lies in parts that no read of a row needs, such as properties of the file.
    assertThat(noticed).isGreaterThan(good.length / 97 * 3 / 4);
  }

  /** Whether a read fails; if it doesn't, it must return what was written. */
  private boolean isNoticed() {
    try (var store = open();
        var snapshot = store.snapshot()) {
      assertThat(pids(snapshot)).containsExactly("a", "b", "c");
      assertThat(snapshot.find(List.of(task("a"), task("b"), task("c"), task("d")))).hasSize(3);
      return false;
    } catch (StoreException e) {
      assertThat(e.problem()).isEqualTo(Problem.DAMAGED);
      return true;
    }
  }

  private void makeWithRows() {
    try (var store = open()) {
      store.apply(puts(1, "a", "b", "c"));
      store.flush();
    }
  }

  private RocksStore open() {
    return RocksStore.open(directory, ID, SMALL);
  }

  private void deleteAll(String suffix) throws IOException {
    for (var file : files(suffix)) {
      Files.delete(file);
    }
  }

  private List<Path> files(String suffix) throws IOException {
    try (var files = Files.list(directory.resolve("rows"))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private void assertProblem(Problem problem) {
    assertProblem(problem, ID);
  }

  private void assertProblem(Problem problem, StoreId id) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> RocksStore.open(directory, id, SMALL).close())
        .extracting(StoreException::problem)
        .isEqualTo(problem);
  }
}
