package dev.millrace.simulation;

import dev.millrace.journal.JournalException;
import dev.millrace.journal.SimulatedCrash;
import dev.millrace.node.Call;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Reply;
import dev.millrace.simulation.SimulatedProcess.Answered;
import dev.millrace.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One seed: a node, its clients, its disk and its bad luck, all drawn from the seed, one step after
 * the other. Throws a {@link Violation} at the first thing that must not happen.
 */
final class Run {
  private static final long MACHINE_PAUSE_MILLIS = 2_000;

  private final int operations;
  private final Marks marks;
  private final Trace trace;
  private final Dice dice;
  private final World world;
  private final Knowledge knowledge = new Knowledge();
  private final Workload workload;
  private final Machine machine;
  private final Ledger ledger = new Ledger();
  private final AnswerRules rules = new AnswerRules();
  private final ArrayDeque<Op> mailbox = new ArrayDeque<>();

  private final Map<Act, Integer> weights = new EnumMap<>(Act.class);
  private final double osShare;
  private long lastCaller;
  private int sent;

  private enum Act {
    SEND(40),
    EXECUTE(30),
    END_BATCH(8),
    COMMIT(16),
    ADVANCE(16),
    TICK(10),
    CANCEL(2),
    MAINTAIN(3),
    READ(14),
    SUPPLY(18),
    FREEZE(8),
    APPLY(10),
    RELEASE(8),
    FLUSH(4),
    TRIM(3),
    REAP(4),
    SETTLE(1),
    AUDIT(1),
    MISHAP(1);

    private final int usual;

    Act(int usual) {
      this.usual = usual;
    }
  }

  Run(long seed, int operations, Seams seams, Marks marks, Trace trace) {
    this.operations = operations;
    this.marks = marks;
    this.trace = trace;
    this.dice = new Dice(seed);
    this.world = World.draw(dice, seams);
    this.workload =
        new Workload(dice.split(), world.config().limits(), new Vocabulary(), knowledge);
    this.machine = new Machine(world, dice.split(), marks, trace, this::deliver, this::recovered);
    osShare = dice.pick(0.0, 0.15, 0.5, 0.9);
    int readPace = dice.pick(1, 4, 4, 8);
    int checkpointPace = dice.pick(1, 4, 8, 12);
    for (Act act : Act.values()) {
      int pace =
          switch (act) {
            case READ, SUPPLY -> readPace;
            case FREEZE, APPLY, RELEASE -> checkpointPace;
            default -> 4;
          };
      weights.put(act, act.usual * dice.pick(2, 4, 4, 6) * pace / 4);
    }
    if (dice.chance(0.15)) {
      weights.put(Act.MISHAP, 0);
    }
  }

  /** Runs to the end. */
  void run() {
    machine.start();
    placeBatons();
    while (sent < operations) {
      var _ = guarded(this::act);
    }
    machine.heal();
    boolean finished = guarded(this::finish);
    while (!finished) {
      finished = guarded(this::finish);
    }
  }

  /** Does something during which the machine may stop; whether it did it to the end. */
  private boolean guarded(Runnable act) {
    try {
      act.run();
      return true;
    } catch (SimulatedCrash _) {
      machine.crashed();
    } catch (JournalException e) {
      machine.failed(e);
    } catch (StoreException e) {
      machine.failed(e);
    }
    return false;
  }

  private void act() {
    switch (dice.weighted(weights)) {
      case SEND -> send(workload.next());
      case EXECUTE -> executeSome();
      case END_BATCH -> machine.life().process().endBatch();
      case COMMIT -> machine.write();
      case ADVANCE -> world.time().advance(dice.millis(1, 15));
      case TICK -> machine.life().tick();
      case CANCEL -> machine.cancelOne();
      case MAINTAIN -> machine.life().process().maintain();
      case READ -> machine.life().keeper().read();
      case SUPPLY -> {
        var _ = machine.life().keeper().supply();
      }
      case FREEZE -> machine.life().keeper().freeze();
      case APPLY -> machine.life().keeper().apply();
      case RELEASE -> machine.life().keeper().release();
      case FLUSH -> machine.life().keeper().flush();
      case TRIM -> machine.life().keeper().trim();
      case REAP -> machine.life().keeper().reap();
      case SETTLE -> machine.life().settle();
      case AUDIT -> audit();
      case MISHAP -> machine.mishap();
    }
  }

  private void placeBatons() {
    var elements = new ArrayList<Element>();
    for (int number = 0; number < Vocabulary.BATONS; number++) {
      elements.add(Element.Enqueue.of(Vocabulary.RING.getFirst(), null, Token.baton(number)));
    }
    send(
        new Workload.Call(Vocabulary.slotOf(Vocabulary.QUIET), new Command.Update(elements, null)));
  }

  private void send(Workload.Call call) {
    sent++;
    Durability durability = dice.chance(osShare) ? Durability.OS : Durability.FSYNC;
    long expiryNanos =
        dice.chance(0.03) ? world.time().nanos() + dice.below(10) * 1_000_000L : Call.NEVER;
    var op = new Op(++lastCaller, call.slot(), call.command(), durability, expiryNanos);
    trace.event("send", op.caller(), op.command());
    if (op.request().isPresent()) {
      knowledge.sent(call.slot(), call.command());
    }
    ledger.invoked(op);
    rules.invoked(op);
    mailbox.add(op);
  }

  private void executeSome() {
    for (int count = 1 + dice.below(4); count > 0 && !mailbox.isEmpty(); count--) {
      execute(mailbox.remove());
    }
  }

  private void execute(Op op) {
    trace.event("execute", op.caller(), op.command());
    machine.execute(op);
  }

  /** An answer reaches its client. */
  private void deliver(Answered answered) {
    Op op = answered.op();
    Reply reply = answered.answer().reply();
    trace.event("answer", op.caller(), answered.answer());
    marks.answered(op, reply);
    ledger.answered(op, answered.answer(), lastCaller);
    Shelves shelves = machine.followers().shelves(op.slot());
    rules.answered(op, answered.answer(), shelves.available(op.caller()), lastCaller);
    List<Payload> deleted = shelves.condemned(op.caller());
    if (deleted != null && reply instanceof Reply.Deleted && op.durability() == Durability.FSYNC) {
      ledger.deleted(deleted, lastCaller);
    }
    knowledge.learn(reply);
  }

  /** The node is up again: what was executed or waited to be is gone. */
  private void recovered(long[] tickets) {
    mailbox.clear();
    for (int slot = 0; slot < tickets.length; slot++) {
      ledger.recovered(slot, tickets[slot]);
    }
  }

  private void audit() {
    ledger.scan(machine.audit(), lastCaller);
  }

  /** Lets everything come to its end, without faults. */
  private void finish() {
    while (!mailbox.isEmpty()) {
      execute(mailbox.remove());
    }
    machine.commit();
    world.time().advance(MACHINE_PAUSE_MILLIS);
    machine.life().settle();
    machine.commit();
    audit();
    machine.checkpoint();
    machine.finish();
    audit();
  }
}
