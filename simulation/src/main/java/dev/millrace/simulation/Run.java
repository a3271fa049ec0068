package dev.millrace.simulation;

import dev.millrace.journal.JournalException;
import dev.millrace.journal.SimulatedCrash;
import dev.millrace.node.Call;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import dev.millrace.simulation.SimulatedProcess.Answered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** What was in the queue of a lease or delete just before it was executed. */
  private final Map<Long, List<Pid>> shelves = new HashMap<>();

  private final Map<Long, List<Payload>> condemned = new HashMap<>();
  private final Map<Act, Integer> weights = new EnumMap<>(Act.class);
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
    AUDIT(2),
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
    for (Act act : Act.values()) {
      weights.put(act, act.usual * dice.pick(2, 4, 4, 6));
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
    }
    return false;
  }

  private void act() {
    switch (dice.weighted(weights)) {
      case SEND -> send(workload.next());
      case EXECUTE -> executeSome();
      case END_BATCH -> machine.process().endBatch();
      case COMMIT -> machine.commit();
      case ADVANCE -> world.time().advance(dice.millis(1, 15));
      case TICK -> machine.tick();
      case CANCEL -> machine.cancelOne();
      case MAINTAIN -> machine.process().maintain();
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
    Durability durability = dice.chance(0.15) ? Durability.OS : Durability.FSYNC;
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
    look(op);
    machine.execute(op);
  }

  /** Notes what a lease could take, and what a delete will take with it. */
  private void look(Op op) {
    Slot slot = slot(op.slot());
    if (slot == null) {
      return;
    }
    long now = machine.process().nowMillis();
    switch (op.command()) {
      case Command.Lease lease
          when lease.source() instanceof Source.Queues(var queues)
              && lease.waitMillis() == 0
              && machine.model(op.slot()).waiters.all().isEmpty() ->
          shelves.put(
              op.caller(),
              Audit.peek(slot, queues.getFirst(), Kind.AVAILABLE, now).tasks().stream()
                  .map(Task::pid)
                  .toList());
      case Command.DeleteQueue(QueueName queue, var request) when request == null ->
          condemned.put(
              op.caller(),
              Audit.peek(slot, queue, null, now).tasks().stream().map(Task::data).toList());
      default -> {}
    }
  }

  private @Nullable Slot slot(int number) {
    for (Slot slot : machine.process().slots()) {
      if (slot.number() == number) {
        return slot;
      }
    }
    return null;
  }

  /** An answer reaches its client. */
  private void deliver(Answered answered) {
    Op op = answered.op();
    Reply reply = answered.answer().reply();
    trace.event("answer", op.caller(), answered.answer());
    marks.answered(op, reply);
    ledger.answered(op, answered.answer(), lastCaller);
    rules.answered(op, answered.answer(), shelves.remove(op.caller()), lastCaller);
    List<Payload> deleted = condemned.remove(op.caller());
    if (deleted != null && reply instanceof Reply.Deleted && op.durability() == Durability.FSYNC) {
      ledger.deleted(deleted, lastCaller);
    }
    knowledge.learn(reply);
  }

  /** The node is up again: what was executed or waited to be is gone. */
  private void recovered(long[] tickets) {
    mailbox.clear();
    shelves.clear();
    condemned.clear();
    for (int slot = 0; slot < tickets.length; slot++) {
      ledger.recovered(slot, tickets[slot]);
    }
  }

  private void audit() {
    machine.audit();
    ledger.scan(Audit.scan(machine.process()), lastCaller);
  }

  /** Lets everything come to its end, without faults. */
  private void finish() {
    while (!mailbox.isEmpty()) {
      execute(mailbox.remove());
    }
    machine.commit();
    world.time().advance(MACHINE_PAUSE_MILLIS);
    machine.tick();
    machine.commit();
    audit();
    machine.finish();
    audit();
  }
}
