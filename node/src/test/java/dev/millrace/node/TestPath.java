package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Slot;
import dev.millrace.stages.GuestCrew;
import dev.millrace.store.Store;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A path over files in a directory, with a disk and a clock that the test can move. */
final class TestPath implements AutoCloseable {
  static final int SLOTS = 16;
  static final int DEFAULT_SLOT = Slot.of("", SLOTS);
  static final EngineConfig ENGINE =
      new EngineConfig(new JournalConfig(1 << 20, 1 << 19, 2, 0), Limits.DEFAULT, 10);
  static final PathConfig PATH = new PathConfig(100, 1 << 20, Duration.ofMinutes(1));
  private static final long START_MILLIS = 1_800_000_000_000L;

  final GatedDisk disk;
  final TestClock clock = new TestClock();
  final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  final Engine engine;
  final StagedPath path;
  private final DataDirectory directory;

  TestPath(Path folder) {
    this(folder, ENGINE, PATH);
  }

  TestPath(Path folder, EngineConfig engineConfig, PathConfig pathConfig) {
    this(folder, openStore(folder), engineConfig, pathConfig);
  }

  TestPath(Path folder, Store store, EngineConfig engineConfig, PathConfig pathConfig) {
    this(folder, store, engineConfig, pathConfig, Optional.empty());
  }

  TestPath(
      Path folder,
      Store store,
      EngineConfig engineConfig,
      PathConfig pathConfig,
      Optional<GuestCrew> executing) {
    disk = new GatedDisk(FileDisk.open(folder.resolve("data")));
    directory = DataDirectory.open(disk, SLOTS, new DirectoryId(1, 2));
    engine = Engine.recover(directory, store, engineConfig);
    var nodeClock = new NodeClock(START_MILLIS, engine.lastTimeMillis(), clock);
    engine.open(nodeClock.nowMillis());
    path = new StagedPath(engine, pathConfig, nodeClock, failures::add, executing);
  }

  /** One that executes as a guest of another's thread. */
  static TestPath ofGuest(Path folder, GuestCrew crew) {
    return new TestPath(folder, openStore(folder), ENGINE, PATH, Optional.of(crew));
  }

  /** The store of a path over this folder. */
  static Store openStore(Path folder) {
    return RocksStore.open(
        folder.resolve("store"),
        new StoreId("test", SLOTS),
        new RocksConfig(8 << 20, 1 << 20, 2, 64, 0, 0));
  }

  CompletableFuture<Answer> submit(Command command) {
    return submit(DEFAULT_SLOT, command, Durability.FSYNC);
  }

  CompletableFuture<Answer> submit(int slot, Command command, Durability durability) {
    var answer = new CompletableFuture<Answer>();
    var _ =
        path.submit(
            slot,
            command,
            durability,
            Call.NEVER,
            given -> assertThat(answer.complete(given)).as("answered once").isTrue());
    return answer;
  }

  Reply execute(Command command) {
    return reply(submit(command));
  }

  /** Of the tasks that were peeked at. */
  static List<String> pids(Reply reply) {
    return ((Peeked) reply).tasks().stream().map(task -> task.pid().toString()).toList();
  }

  static Reply reply(CompletableFuture<Answer> answer) {
    return answer.orTimeout(10, TimeUnit.SECONDS).join().reply();
  }

  static ErrorCode problem(CompletableFuture<Answer> answer) {
    return problem(reply(answer));
  }

  static ErrorCode problem(Reply reply) {
    assertThat(reply).isInstanceOf(Reply.Failed.class);
    return ((Reply.Failed) reply).problem().code();
  }

  /** Stops in order. */
  @Override
  public void close() {
    disk.letSyncsGo();
    path.drain();
    engine.close();
    directory.close();
  }
}
