package dev.millrace.node;

import dev.millrace.node.ExecuteEvent.Caller;
import dev.millrace.node.ExecuteEvent.FreezeAll;
import dev.millrace.node.ExecuteEvent.Gone;
import dev.millrace.node.ExecuteEvent.Submitted;
import dev.millrace.node.PathState.Draining;
import dev.millrace.node.PathState.Serving;
import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import dev.millrace.stages.Admission;
import dev.millrace.stages.Admission.Refused;
import dev.millrace.stages.Client;
import dev.millrace.stages.GuestCrew;
import dev.millrace.stages.Observation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The path of every command, on its threads:
 *
 * <pre>
 *   submit, on the caller's thread ─► execute stage ─► journal stage ─► answer
 *                                      ▲  ▲    │ ▲         │  │
 *                 what was read, load ─┘  │    ▼ │         │  └─ layers ─► checkpoint
 *                 from the store      what to read, load    └──► upkeep     │  ▲
 *                                         └──────────── what the store took ┘  └ idle: reap
 * </pre>
 *
 * <p><b>Failure.</b> The first thing that goes wrong in a stage ends the path for good: nothing is
 * executed or shown any more, and every call that has no answer yet, or comes later, is answered
 * with {@code OUTCOME_UNKNOWN}.
 */
public final class StagedPath implements CommandPath {
  private final PathLife life = new PathLife();
  private final AtomicLong lastCaller = new AtomicLong(Slots.NOBODY);
  private final int slots;

  private final UrgentEvents urgent = new UrgentEvents();
  private final SlotStore slotStore;
  private final UpkeepLoop upkeep;
  private final LoadStage load;
  private final CheckpointLoop checkpoint;
  private final JournalStage journal;
  private final ExecuteStage execute;
  private final NodeClock clock;
  private final Client<Submitted> nobody;
  private final CallCounts counts = new CallCounts();

  /** Starts the stages on an opened engine, each with a thread of its own. */
  public StagedPath(
      Engine engine, PathConfig config, NodeClock clock, Consumer<Throwable> onFailure) {
    this(engine, config, clock, onFailure, Optional.empty());
  }

  /**
   * Starts the stages on an opened engine.
   *
   * @param onFailure called once, by the thread that met the failure; must not block
   * @param executing who executes, and lets answers leave; threads of the stages' own if nobody
   */
  public StagedPath(
      Engine engine,
      PathConfig config,
      NodeClock clock,
      Consumer<Throwable> onFailure,
      Optional<GuestCrew> executing) {
    this.slots = engine.slots().count();
    this.upkeep = new UpkeepLoop(engine.journal(), engine.config().journal(), life);
    this.slotStore = engine.slotStore();
    this.load = new LoadStage(slotStore, engine.config().parkedCallsMax(), urgent, life);
    this.checkpoint =
        new CheckpointLoop(engine.checkpoint(), engine.journal(), upkeep, urgent, life);
    var commit = new Commit(engine.journal(), answering(executing));
    this.journal =
        new JournalStage(commit, upkeep, checkpoint, config.responseTarget(), clock, life);
    // The last look counts: only when nothing is in flight will no spare be used up after it.
    engine.relieveBy(() -> upkeep.awaitSpare() || journal.awaitLess() || upkeep.awaitSpare());
    this.execute =
        new ExecuteStage(
            slots,
            engine.execution(),
            engine.overlayRoom(),
            urgent,
            load,
            journal,
            checkpoint,
            config,
            clock,
            life,
            executing);
    this.clock = clock;
    this.nobody = execute.client("others");
    life.whenFailed(onFailure);
    life.whenFailed(_ -> execute.wake());
    upkeep.request();
  }

  private static Executor answering(Optional<GuestCrew> executing) {
    return executing.isPresent() ? executing.get() : Runnable::run;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public CommandPath forClient(String name) {
    return new OfClient(execute.client(name));
  }

  private final class OfClient implements CommandPath {
    private final Client<Submitted> client;

    OfClient(Client<Submitted> client) {
      this.client = client;
    }

    @Override
    public int slots() {
      return slots;
    }

    @Override
    public Optional<Problem> refusal(CallClass kind) {
      return execute.refusal(client, kind).map(StagedPath.this::refusal);
    }

    @Override
    public Pending submit(
        int slot,
        Command command,
        Durability durability,
        long expiryNanos,
        Consumer<Answer> onAnswer) {
      return StagedPath.this.submit(client, slot, command, durability, expiryNanos, onAnswer);
    }
  }

  @Override
  public Pending submit(
      int slot,
      Command command,
      Durability durability,
      long expiryNanos,
      Consumer<Answer> onAnswer) {
    return submit(nobody, slot, command, durability, expiryNanos, onAnswer);
  }

  private Pending submit(
      Client<Submitted> client,
      int slot,
      Command command,
      Durability durability,
      long expiryNanos,
      Consumer<Answer> onAnswer) {
    long number = lastCaller.incrementAndGet();
    long nowNanos = clock.nowNanos();
    CallClass kind = CallClass.of(command);
    Consumer<Answer> counted =
        answer -> {
          counts.add(kind, answer, clock.nowNanos() - nowNanos);
          onAnswer.accept(answer);
        };
    var call = new Call(number, slot, command, durability, expiryNanos, counted);
    var caller = new Caller();
    take(client, new Submitted(call, kind, CommandSize.bytesOf(command), nowNanos, caller));
    return () -> {
      caller.leave();
      urgent.add(new Gone(number));
    };
  }

  private void take(Client<Submitted> client, Submitted submitted) {
    PathState now = life.state();
    boolean givesBack = submitted.call().command() instanceof Command.GiveBack;
    if (givesBack && (now instanceof Serving || now instanceof Draining)) {
      urgent.add(submitted);
    } else if (!(now instanceof Serving)) {
      submitted.call().fail(now.refusal());
    } else {
      Admission admission = execute.offer(client, submitted);
      if (admission instanceof Refused refused) {
        submitted.call().fail(refusal(refused));
      }
    }
  }

  private Problem refusal(Refused refused) {
    PathState now = life.state();
    return now instanceof Serving ? Overload.problem(refused) : now.refusal();
  }

  public PathState state() {
    return life.state();
  }

  /** The stages, in the order of the path. */
  public List<Observation> observe() {
    return List.of(
        execute.observe(),
        journal.observe(),
        load.observe(),
        checkpoint.observe(),
        upkeep.observe());
  }

  /** What became of calls, and when. */
  public CallCounts calls() {
    return counts;
  }

  /** How long it took to write and sync what waited. */
  public TimeCounts commits() {
    return journal.commits();
  }

  /** What was read from the store. */
  public StoreReads storeReads() {
    return slotStore.reads();
  }

  /**
   * Brings all that was executed before to the store, and trims the journal.
   *
   * @return completed when the store has flushed it; fails when the path ends before
   */
  public CompletableFuture<Void> checkpoint() {
    var flushed = new CompletableFuture<Void>();
    life.whenFailed(flushed::completeExceptionally);
    urgent.add(new FreezeAll(flushed));
    return flushed;
  }

  /**
   * Takes no more commands, and returns when all that were taken are answered, durable and in the
   * store, unless the path fails.
   */
  public void drain() {
    var _ = life.beginDraining();
    try {
      execute.drain();
    } catch (RuntimeException e) {
      life.fail(e);
    }
    load.close();
    journal.close();
    try {
      checkpoint.close();
    } catch (RuntimeException e) {
      life.fail(e);
    }
    upkeep.close();
    life.stopped();
  }
}
