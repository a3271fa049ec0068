package dev.millrace.node;

import dev.millrace.node.ExecuteEvent.Caller;
import dev.millrace.node.ExecuteEvent.Gone;
import dev.millrace.node.ExecuteEvent.Submitted;
import dev.millrace.node.PathState.Draining;
import dev.millrace.node.PathState.Serving;
import dev.millrace.queue.Command;
import dev.millrace.stages.Observation;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The path of every command, on its threads:
 *
 * <pre>
 *   submit, on the caller's thread ─► execute stage ─► journal stage ─► answer
 *                                         ▲                │
 *                                         └──── upkeep ◄───┘  of the journal's segments
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

  private final UpkeepLoop upkeep;
  private final JournalStage journal;
  private final ExecuteStage execute;

  /**
   * Starts the stages on an opened engine.
   *
   * @param onFailure called once, by the thread that met the failure; must not block
   */
  public StagedPath(
      Engine engine, PathConfig config, NodeClock clock, Consumer<Throwable> onFailure) {
    this.slots = engine.slots().count();
    this.upkeep = new UpkeepLoop(engine.journal(), engine.journalConfig(), life);
    this.journal = new JournalStage(engine.commit(), upkeep, life);
    engine.relieveBy(() -> upkeep.awaitSpare() || journal.awaitLess());
    this.execute = new ExecuteStage(engine.execution(), journal, config, clock, life);
    life.whenFailed(onFailure);
    life.whenFailed(_ -> execute.wake());
    upkeep.request();
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public Pending submit(
      int slot,
      Command command,
      Durability durability,
      long expiryNanos,
      Consumer<Answer> onAnswer) {
    long number = lastCaller.incrementAndGet();
    var call = new Call(number, slot, command, durability, expiryNanos, onAnswer);
    var caller = new Caller();
    take(new Submitted(call, CommandSize.bytesOf(command), caller));
    return () -> {
      caller.leave();
      execute.offerUrgent(new Gone(number));
    };
  }

  private void take(Submitted submitted) {
    PathState now = life.state();
    boolean givesBack = submitted.call().command() instanceof Command.GiveBack;
    if (givesBack && (now instanceof Serving || now instanceof Draining)) {
      execute.offerUrgent(submitted);
    } else if (!(now instanceof Serving) || !execute.offer(submitted).isAccepted()) {
      submitted.call().fail(life.state().refusal());
    }
  }

  public PathState state() {
    return life.state();
  }

  /** The stages, in the order of the path. */
  public List<Observation> observe() {
    return List.of(execute.observe(), journal.observe(), upkeep.observe());
  }

  /**
   * Takes no more commands, and returns when all that were taken are answered, and durable unless
   * the path fails.
   */
  public void drain() {
    var _ = life.beginDraining();
    try {
      execute.drain();
    } catch (RuntimeException e) {
      life.fail(e);
    }
    journal.close();
    upkeep.close();
    life.stopped();
  }
}
