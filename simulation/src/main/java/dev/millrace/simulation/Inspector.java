package dev.millrace.simulation;

import dev.millrace.node.Call;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;

/**
 * A client that asks a process and waits: whatever has to be read for its answer is read at once.
 * What it is answered is compared with the model like any other answer.
 */
final class Inspector {
  /** Clients have smaller numbers. */
  private static final long FIRST = 1L << 40;

  private final SimulatedProcess process;
  private final Followers followers;
  private final StoreKeeper keeper;
  private long lastCaller = FIRST;

  Inspector(SimulatedProcess process, Followers followers, StoreKeeper keeper) {
    this.process = process;
    this.followers = followers;
    this.keeper = keeper;
  }

  static boolean isOne(Op op) {
    return op.caller() > FIRST;
  }

  Reply ask(int slot, Command command) {
    var op = new Op(++lastCaller, slot, command, Durability.FSYNC, Call.NEVER);
    while (process.refusal(op) != ErrorCode.INTERNAL) {
      readMore(op);
    }
    var ran = process.execute(op);
    keeper.ran(ran);
    followers.executed(process, slot, op.caller(), command, ran);
    Reply reply = followers.promised(op.caller());
    while (reply == null) {
      readMore(op);
      reply = followers.promised(op.caller());
    }
    return reply;
  }

  private void readMore(Op op) {
    if (process.reads().isEmpty()) {
      throw new Violation("L5", "nothing is read for " + op);
    }
    process.reads().begin();
    var _ = keeper.supply();
  }
}
