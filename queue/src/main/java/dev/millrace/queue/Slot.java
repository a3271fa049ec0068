package dev.millrace.queue;

import dev.millrace.queue.Step.Answer;
import java.util.List;
import java.util.Optional;

/**
 * A fixed share of the consistency groups: executes commands one after the other on its queues,
 * which are in memory.
 *
 * <p><b>Steps.</b> A command becomes one or more steps. Each is made by an {@link Edit}, which
 * changes the state at once; then its changes are encoded and the journal's {@link Room} is asked
 * for; then it takes effect or is taken back whole. So a failed element and a full disk are the
 * same case: nothing changed.
 */
public final class Slot {
  private final int number;
  private final SlotState state;
  private final Steps steps;
  private final Updates updates;
  private final Leases leases;
  private final WholeQueues wholeQueues;
  private boolean isOpen;

  /** A slot without a store, which has everything in memory. */
  public Slot(int number, Limits limits, Room room) {
    this(number, limits, room, new HeadCache(Memory.UNLIMITED));
  }

  public Slot(int number, Limits limits, Room room, HeadCache cache) {
    this.number = number;
    this.state = new SlotState(limits);
    this.steps = new Steps(state, room);
    this.updates = new Updates(steps, limits);
    this.leases = new Leases(state, steps, limits);
    this.wholeQueues = new WholeQueues(state, steps, limits);
  }

  /** The slot, of {@code slots}, that a consistency group belongs to. */
  public static int of(String group, int slots) {
    // The finalizer of MurmurHash3: String's own hash keeps similar names close together.
    int hash = group.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return Math.floorMod(hash ^ hash >>> 16, slots);
  }

  public int number() {
    return number;
  }

  public long lastTicket() {
    return state.lastTicket();
  }

  /** The latest time that the slot has seen. */
  public long timeMillis() {
    return state.timeMillis();
  }

  public PolicyDocument policies() {
    return state.policies();
  }

  /** Takes over what the store holds. Only before anything else. */
  public void load(StoredSlot stored) {
    throw new UnsupportedOperationException();
  }

  /** What must be read, and {@link #learn}ed, before these steps can be restored. */
  public List<Need> needsOf(List<StepCodec.Journaled> steps) {
    throw new UnsupportedOperationException();
  }

  /**
   * Learns what the store has, in the order of the needs. Only before {@link #open}; remembered
   * until {@link #settle}.
   */
  public void learn(List<Need> needs, List<Finding> findings) {
    throw new UnsupportedOperationException();
  }

  /** Ends a part of a recovery: what was learned is forgotten as far as memory requires. */
  public void settle() {
    throw new UnsupportedOperationException();
  }

  /** What to read from the store, asked for since this was called last. */
  public List<Inquiry> takeInquiries() {
    throw new UnsupportedOperationException();
  }

  /** A command that was executed late, when what it needed had been read. */
  public record Ran(long caller, Command command, List<Step> steps) {}

  /**
   * Takes what was read for an inquiry, and executes what waited for it.
   *
   * @param version the ticket up to which what was read contains everything
   * @param findings in the order of the needs
   * @return what was executed, in that order; {@link Command.Tick} for what time had made due
   */
  public List<Ran> supply(long inquiry, long version, List<Finding> findings, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** Whether a command waits for something to be read; it isn't executed yet. */
  public boolean isParked(long caller) {
    throw new UnsupportedOperationException();
  }

  /** About how many bytes changed since the last {@link #freeze}. */
  public long changedBytes() {
    throw new UnsupportedOperationException();
  }

  /** About how many bytes are frozen and not {@link #applied} yet. */
  public long frozenBytes() {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes all that changed since the last call, to be applied to the store; none when nothing did.
   * Layers must be applied in the order in which they were frozen, and not before the journal is
   * durable up to their ticket.
   */
  public Optional<FrozenLayer> freeze() {
    throw new UnsupportedOperationException();
  }

  /** The store has applied the frozen layers up to this ticket, which needn't be kept longer. */
  public void applied(long ticket) {
    throw new UnsupportedOperationException();
  }

  /** Applies a durable step, in the order of tickets. Only before {@link #open}. */
  public void restore(long ticket, long timeMillis, List<Change> changes) {
    Invariant.check(!isOpen, "slot=%d is open and can't be restored", number);
    Invariant.check(
        ticket > state.lastTicket(),
        "slot=%d ticket=%d comes after %d",
        number,
        ticket,
        state.lastTicket());
    state.setLastTicket(ticket);
    var _ = state.advanceTo(timeMillis);
    state.apply(changes);
  }

  /**
   * Ends recovery. Tickets go on above all that any earlier incarnation may have given, also to
   * steps that were lost.
   *
   * @param incarnation larger than that of any earlier opening of this slot
   */
  public void open(long incarnation, long nowMillis) {
    Invariant.check(!isOpen, "slot=%d is open", number);
    isOpen = true;
    state.setLastTicket(Ticket.before(incarnation, state.lastTicket()));
    var _ = state.advanceTo(nowMillis);
  }

  /**
   * When to execute the next {@link Command.Tick}; {@link Long#MAX_VALUE} when nothing is ever due.
   */
  public long nextWakeMillis() {
    long due = Math.min(leases.nextWakeMillis(), wholeQueues.nextWakeMillis());
    return Math.max(due, steps.retryMillis());
  }

  /**
   * Executes a command. A lease that waits has no answer in the steps returned; a later step, of
   * this or another command, answers it. Waiting leases are served in the order in which they came,
   * inside the execution that wakes them.
   *
   * @param caller names the caller in {@link Answer}; used once
   * @param nowMillis never less than in an earlier call; a smaller value counts as the earlier one
   */
  public List<Step> execute(long caller, Command command, long nowMillis) {
    Invariant.check(isOpen, "slot=%d isn't open", number);
    long now = state.advanceTo(nowMillis);
    switch (command) {
      case Command.Update update -> updates.update(caller, update, now);
      case Command.Lease lease -> leases.lease(caller, lease, now);
      case Command.Cancel(long waiting) -> leases.cancel(caller, waiting);
      case Command.GiveBack(long lease, var tasks) -> leases.giveBack(caller, lease, tasks, now);
      case Command.Get(var queue, var pid) -> steps.answer(caller, Look.get(state, queue, pid));
      case Command.Peek peek -> steps.answer(caller, Look.peek(state, peek));
      case Command.Survey survey -> steps.answer(caller, Look.survey(state, survey));
      case Command.DeleteQueue(var queue, var request) ->
          wholeQueues.deleteQueue(caller, queue, request, now);
      case Command.DeleteMatching delete -> wholeQueues.deleteMatching(caller, delete, now);
      case Command.Pause(var queue, boolean paused) ->
          wholeQueues.pause(caller, queue, paused, now);
      case Command.RenewAll renewAll -> wholeQueues.renewAll(caller, renewAll, now);
      case Command.GetPolicies() -> steps.answer(caller, new Reply.Policies(state.policies()));
      case Command.SetPolicies(long expected, var policies) ->
          wholeQueues.setPolicies(caller, expected, policies, now);
      case Command.AdoptPolicies(var document) -> wholeQueues.adoptPolicies(caller, document, now);
      case Command.Tick() -> {
        leases.tick(now);
        wholeQueues.forgetIdle(now);
        steps.answer(caller, new Reply.Done());
      }
    }
    leases.serveWaiters(now);
    return steps.take();
  }
}
