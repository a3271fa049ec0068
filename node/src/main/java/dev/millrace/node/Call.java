package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Invariant;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command on its way through the node.
 *
 * @param caller names the call in the slots; more than 0 and never used again
 * @param expiryNanos when, on the clock of {@link System#nanoTime}, the command is dropped if it
 *     has not been executed; {@link #NEVER} for never
 * @param onAnswer called exactly once; must not block
 */
public record Call(
    long caller,
    int slot,
    Command command,
    Durability durability,
    long expiryNanos,
    Consumer<Answer> onAnswer) {
  public static final long NEVER = Long.MAX_VALUE;

  private static final Logger log = LoggerFactory.getLogger(Call.class);

  public Call {
    Invariant.check(caller > Slots.NOBODY, "caller %d stands for the node", caller);
  }

  boolean isExpired(long nowNanos) {
    // Compared by difference: the clock's zero is anywhere.
    return expiryNanos != NEVER && nowNanos - expiryNanos >= 0;
  }

  void answer(Answer answer) {
    try {
      onAnswer.accept(answer);
    } catch (RuntimeException e) {
      // Others wait for their answers on this thread, and the journal is sound.
      log.warn("A caller did not take its answer: slot={} ticket={}", slot, answer.ticket(), e);
    }
  }

  void fail(Problem problem) {
    answer(new Answer(slot, 0, new Reply.Failed(problem)));
  }
}
