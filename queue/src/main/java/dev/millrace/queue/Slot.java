package dev.millrace.queue;

import java.util.List;

/** A fixed share of the consistency groups: executes commands one after the other on its queues, which are in memory. */
public final class Slot {
  public Slot(int number, Limits limits, Room room) {
    throw new UnsupportedOperationException(number + "" + limits + room);
  }

  /** The slot, of {@code slots}, that a consistency group belongs to. */
  public static int of(String group, int slots) {
    throw new UnsupportedOperationException(group + slots);
  }

  /** Applies a durable step, in the order of tickets. Only before {@link #open}. */
  public void restore(long ticket, long timeMillis, List<Change> changes) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends recovery. Tickets go on above all that any earlier incarnation may have given, also to steps that were lost.
   *
   * @param incarnation larger than that of any earlier opening of this slot
   */
  public void open(long incarnation, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * Executes a command. A lease that waits has no answer in the steps returned; a later step, of this or another command,
   * answers it. Waiting leases are served in the order in which they came, inside the execution that wakes them.
   *
   * @param caller names the caller in {@link Step.Answer}; used once
   * @param nowMillis never less than in an earlier call; a smaller value counts as the earlier one
   */
  public List<Step> execute(long caller, Command command, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** When to execute the next {@link Command.Tick}; {@link Long#MAX_VALUE} when nothing is ever due. */
  public long nextWakeMillis() {
    throw new UnsupportedOperationException();
  }

  public int number() {
    throw new UnsupportedOperationException();
  }

  public long lastTicket() {
    throw new UnsupportedOperationException();
  }

  /** The latest time that the slot has seen. */
  public long timeMillis() {
    throw new UnsupportedOperationException();
  }
}
