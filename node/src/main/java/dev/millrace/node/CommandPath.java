package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way of a command through the node: executed by its slot, answered when what it did and saw is
 * durable.
 */
public interface CommandPath {
  /** What must have happened before a change is acknowledged. */
  enum Durability {
    /** fdatasync returned. */
    FSYNC,
    /** The operating system has the bytes. */
    OS
  }

  /**
   * An answer and its place in the order of the slot's commands.
   *
   * @param ticket of the step that made the answer, or the last before it when the command changed
   *     nothing
   */
  record Answer(int slot, long ticket, Reply reply) {}

  /** A command that was submitted and may still wait. */
  interface Pending {
    /** The caller has gone: a lease that waits stops waiting. The answer still comes. */
    void cancel();
  }

  /**
   * The same path, for one client: what is submitted to it is told from what others submit, so that
   * the node can be fair between them. A path that isn't asked for is one for all.
   *
   * @param name for people
   */
  default CommandPath forClient(String name) {
    return this;
  }

  /** Why a call of this kind would be refused now, before it is made; empty when it wouldn't. */
  default Optional<Problem> refusal(CallClass kind) {
    return Optional.empty();
  }

  /** How many slots there are. */
  int slots();

  /**
   * Submits a command; never blocks. {@code onAnswer} is called exactly once, from any thread, and
   * must not block; when the command isn't taken (overload, stopping) it is called, before this
   * returns, with a failure that says so.
   *
   * @param expiryNanos {@link System#nanoTime} after which the command is dropped unexecuted;
   *     {@link Long#MAX_VALUE} for none
   */
  Pending submit(
      int slot,
      Command command,
      Durability durability,
      long expiryNanos,
      Consumer<Answer> onAnswer);
}
