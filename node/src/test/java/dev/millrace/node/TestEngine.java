package dev.millrace.node;

import dev.millrace.journal.Crash;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SimulatedDisk;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;
import dev.millrace.queue.Reply;
import dev.millrace.store.SimulatedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An engine without threads over a simulated disk and store, driven step by step. */
final class TestEngine implements AutoCloseable {
  static final long NOW = 1_800_000_000_000L;
  static final int SLOTS = 4;
  static final int SLOT = 1;

  /** A few tasks fit. */
  static final Memory TINY = new Memory(500, 2, 250, 2, 2_000);

  static final EngineConfig CONFIG =
      new EngineConfig(new JournalConfig(1 << 16, 1 << 15, 2, 0), Limits.DEFAULT, 10)
          .with(TINY)
          .with(new CheckpointConfig(20_000, 1 << 16, Duration.ofMinutes(1)));

  final SimulatedDisk disk = new SimulatedDisk(new Random(1));
  SimulatedStore store = new SimulatedStore(SLOTS);
  Engine engine;
  private final EngineConfig config;
  private DataDirectory directory;
  private long lastCaller;

  TestEngine() {
    this(CONFIG);
  }

  TestEngine(EngineConfig config) {
    this.config = config;
    start();
  }

  private void start() {
    directory = DataDirectory.open(disk, SLOTS, new DirectoryId(1, 2));
    try {
      engine = Engine.recover(directory, store, config);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
    engine.open(NOW);
  }

  /** Executes a command and all that it has to wait for. */
  Reply execute(Command command) {
    var answers = submit(command);
    while (answers.isEmpty() && load() > 0) {
      commit();
    }
    return answers.getFirst().reply();
  }

  /** Executes a command; it may have no answer yet. */
  List<Answer> submit(Command command) {
    var answers = new ArrayList<Answer>();
    var call = new Call(++lastCaller, SLOT, command, Durability.FSYNC, Call.NEVER, answers::add);
    engine.execution().execute(call, NOW, 0);
    engine.execution().freezeDue(NOW);
    commit();
    return answers;
  }

  /** Reads what slots have asked for; how many inquiries there were. */
  int load() {
    var asked = engine.execution().takeAsked();
    for (Answered supply : engine.slotStore().read(asked)) {
      var _ = engine.execution().supply(supply, NOW);
    }
    return asked.size();
  }

  void commit() {
    Batch batch = engine.execution().takeBatch();
    new Commit(engine.journal(), Runnable::run).run(List.of(batch));
    batch.layers().forEach(engine.checkpoint()::add);
  }

  /** Gives the store all layers that wait. */
  void apply() {
    while (engine.checkpoint().waiting() > 0) {
      engine.execution().applied(engine.checkpoint().applyNext(0));
    }
    while (engine.execution().nextWakeMillis() <= NOW) {
      engine.execution().tick(NOW);
      commit();
    }
  }

  /** Brings everything to the store, and trims. */
  void checkpoint() {
    engine.execution().freezeAll(NOW);
    commit();
    apply();
    engine.checkpoint().flush();
    engine.checkpoint().trim(engine.journal());
    while (engine.journal().maintain()) {}
  }

  /** Ends the process; the store keeps its first layers since the last flush. */
  void restart(int layersKept) {
    directory.close();
    disk.crash(Crash.PROCESS);
    store.crash(layersKept);
    start();
  }

  /** Ends the process and loses the store. */
  void restartWithoutStore() {
    directory.close();
    disk.crash(Crash.PROCESS);
    store = new SimulatedStore(SLOTS);
    start();
  }

  @Override
  public void close() {
    engine.close();
    directory.close();
  }
}
