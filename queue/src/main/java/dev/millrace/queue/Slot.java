package dev.millrace.queue;

import dev.millrace.queue.Parking.Party;
import dev.millrace.queue.Step.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  /** Stands for the slot itself; callers have other numbers. */
  private static final long NOBODY = 0;

  private final int number;
  private final SlotState state;
  private final Steps steps;
  private final Updates updates;
  private final Leases leases;
  private final WholeQueues wholeQueues;
  private final Parking parking = new Parking();
  private boolean isOpen;

  /** A slot without a store, which has everything in memory. */
  public Slot(int number, Limits limits, Room room) {
    this(number, limits, room, new HeadCache(Memory.UNLIMITED));
  }

  public Slot(int number, Limits limits, Room room, HeadCache cache) {
    this.number = number;
    this.state = new SlotState(number, limits, cache);
    this.steps = new Steps(state, room);
    this.updates = new Updates(steps, state.unknowns(), limits);
    this.leases = new Leases(state, steps, parking, limits);
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

  // ---- Recovery

  /** Takes over what the store holds. Only before anything else. */
  public void load(StoredSlot stored) {
    Invariant.check(!isOpen && state.lastTicket() == 0, "slot=%d is in use", number);
    state.load(stored);
  }

  /** What must be read, and {@link #learn}ed, before these steps can be restored. */
  public List<Need> needsOf(List<StepCodec.Journaled> steps) {
    return state.needsOf(steps);
  }

  /**
   * Learns what the store has, in the order of the needs. Only before {@link #open}; remembered
   * until {@link #settle}.
   */
  public void learn(List<Need> needs, List<Finding> findings) {
    Invariant.check(!isOpen, "slot=%d is open and must be supplied", number);
    for (int i = 0; i < needs.size(); i++) {
      learn(needs.get(i), findings.get(i));
    }
  }

  /** Ends a part of a recovery: what was learned is forgotten as far as memory requires. */
  public void settle() {
    while (state.overlay().canRelease()) {
      state.release();
    }
    state.evict();
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
    state.apply(ticket, changes);
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
    if (state.overlay().canRelease()) {
      return state.timeMillis();
    }
    long due = Math.min(leases.nextWakeMillis(), wholeQueues.nextWakeMillis());
    return Math.max(due, steps.retryMillis());
  }

  // ---- Execution

  /**
   * Executes a command. A lease that waits has no answer in the steps returned; a later step, of
   * this or another command, answers it. Waiting leases are served in the order in which they came,
   * inside the execution that wakes them.
   *
   * <p>A command for which something has to be read is parked: it isn't executed yet, and others go
   * on; see {@link #takeInquiries} and {@link #supply}.
   *
   * @param caller names the caller in {@link Answer}; used once
   * @param nowMillis never less than in an earlier call; a smaller value counts as the earlier one
   */
  public List<Step> execute(long caller, Command command, long nowMillis) {
    Invariant.check(isOpen, "slot=%d isn't open", number);
    long now = state.advanceTo(nowMillis);
    attempt(caller, command, now);
    leases.serveWaiters(now);
    tidy();
    return steps.take();
  }

  /** Executes a command for the first time, or parks it. */
  private void attempt(long caller, Command command, long now) {
    Unknowns unknowns = state.unknowns();
    unknowns.deliver(Map.of());
    run(caller, command, now);
    if (unknowns.any()) {
      parking.park(new Party(caller, command), unknowns.take());
    }
  }

  /** Executes a command that was parked, or parks it again. */
  private boolean attempt(Party party, long now) {
    Unknowns unknowns = state.unknowns();
    unknowns.deliver(party.takeDelivered());
    run(party.caller, party.command, now);
    boolean executed = !unknowns.any();
    if (executed) {
      parking.leave(party);
    } else {
      parking.park(party, unknowns.take());
    }
    return executed;
  }

  private void run(long caller, Command command, long now) {
    switch (command) {
      case Command.Update update -> updates.update(caller, update, now);
      case Command.Lease lease -> leases.lease(caller, lease, now);
      case Command.Cancel(long waiting) -> leases.cancel(caller, waiting);
      case Command.GiveBack(long lease, var tasks) -> leases.giveBack(caller, lease, tasks, now);
      case Command.Get(var queue, var pid) -> answer(caller, Look.get(state, queue, pid));
      case Command.Peek peek -> answer(caller, Look.peek(state, peek));
      case Command.Survey survey -> answer(caller, new Listing(state, survey).read());
      case Command.Rank(var survey) -> answer(caller, new Listing(state, survey).rank());
      case Command.Show(var queues) -> answer(caller, Listing.show(state, queues));
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
  }

  private void answer(long caller, Reply reply) {
    if (!state.unknowns().any()) {
      steps.answer(caller, reply);
    }
  }

  private void tidy() {
    state.release();
    state.evict();
  }

  // ---- Reading

  /** What to read from the store, asked for since this was called last. */
  public List<Inquiry> takeInquiries() {
    return parking.takeInquiries();
  }

  /** A command that was executed late, when what it needed had been read. */
  public record Ran(long caller, Command command, List<Step> steps) {}

  /**
   * Takes what was read for an inquiry, and executes what waited for it.
   *
   * @param version the ticket up to which what was read contains everything
   * @param findings in the order of the needs
   * @return what was executed, in that order; {@link Command.Tick} for what time had made due and
   *     for those who waited
   */
  public List<Ran> supply(long inquiry, long version, List<Finding> findings, long nowMillis) {
    long now = state.advanceTo(nowMillis);
    List<Need> needs = parking.answered(inquiry);
    // A read that is older than what was let go since may miss it: whoever asked asks again.
    if (version >= state.overlay().appliedTicket()) {
      for (int i = 0; i < needs.size(); i++) {
        if (!learn(needs.get(i), findings.get(i))) {
          parking.deliver(inquiry, needs.get(i), findings.get(i));
        }
      }
    }
    List<Ran> ran = new ArrayList<>();
    leases.answered(inquiry, now);
    add(ran, NOBODY, new Command.Tick());
    for (Party party : parking.ready()) {
      boolean executed = attempt(party, now);
      leases.serveWaiters(now);
      if (executed) {
        ran.add(new Ran(party.caller, party.command, steps.take()));
      } else {
        add(ran, NOBODY, new Command.Tick());
      }
    }
    tidy();
    return ran;
  }

  private void add(List<Ran> ran, long caller, Command command) {
    List<Step> made = steps.take();
    if (!made.isEmpty()) {
      ran.add(new Ran(caller, command, made));
    }
  }

  /** Takes over what the store has; false when it is for the one who asked only. */
  private boolean learn(Need need, Finding finding) {
    switch (need) {
      case Need.OneTask(long queueId, var pid) -> {
        Queue queue = state.queues().find(queueId);
        Task task = ((Finding.OneTask) finding).task();
        if (queue != null && task != null) {
          queue.learn(task);
        } else if (queue != null) {
          queue.learnAbsent(pid);
        }
      }
      case Need.AvailableTasks refill -> {
        Queue queue = state.queues().find(refill.queueId());
        if (queue != null) {
          queue.refill(refill, (Finding.Tasks) finding);
        }
      }
      case Need.NextDeadlines next -> learn(next, (Finding.Deadlines) finding);
      case Need.AnyTasks _, Need.LeasesOf _ -> {
        return false;
      }
    }
    return true;
  }

  private void learn(Need.NextDeadlines need, Finding.Deadlines found) {
    Deadlines deadlines = state.deadlines();
    if (!deadlines.isNext(need)) {
      return;
    }
    deadlines.advance(found.isComplete() ? null : found.deadlines().getLast());
    for (Deadline deadline : found.deadlines()) {
      Queue queue = state.queues().find(deadline.queueId());
      if (queue != null) {
        queue.learnDeadline(deadline);
      }
    }
  }

  /** Whether a command waits for something to be read; it isn't executed yet. */
  public boolean isParked(long caller) {
    return parking.isParked(caller);
  }

  // ---- Going to the store

  /** About how many bytes changed since the last {@link #freeze}. */
  public long changedBytes() {
    return state.overlay().changedBytes();
  }

  /** About how many bytes are frozen and not {@link #applied} yet. */
  public long frozenBytes() {
    return state.overlay().frozenBytes();
  }

  /**
   * Takes all that changed since the last call, to be applied to the store; none when nothing did.
   * Layers must be applied in the order in which they were frozen, and not before the journal is
   * durable up to their ticket.
   */
  public Optional<FrozenLayer> freeze() {
    return state.freeze();
  }

  /** The store has applied the frozen layers up to this ticket, which needn't be kept longer. */
  public void applied(long ticket) {
    state.overlay().applied(ticket);
  }

  /** Whether the next {@link Command.Tick} lets go some of what was applied. */
  public boolean isReleasing() {
    return state.overlay().canRelease();
  }
}
