package dev.millrace.node;

import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Command;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Inquiry;
import dev.millrace.queue.Invariant;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import dev.millrace.queue.StepCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All slots of a node, each made when it is first needed. Used by one thread at a time.
 *
 * <p><b>Policies.</b> There is one document for all queues, and every slot has a copy. Slot {@value
 * #POLICY_SLOT} decides about changes; the others adopt what it has, each by a step of its own. A
 * slot that lags behind, because it is new, the disk was full or the node crashed in between,
 * adopts the document before it executes anything else.
 */
public final class Slots {
  /** The slot in which policies are set and read. */
  public static final int POLICY_SLOT = 0;

  /** Stands for the node itself; callers have larger numbers. */
  static final long NOBODY = 0;

  /** How long a slot whose due work made no progress, because the disk is full, is left alone. */
  static final long STUCK_RETRY_MILLIS = 1000;

  private final @Nullable Slot[] slots;
  private final long[] wakeMillis;
  private final IntFunction<Slot> maker;

  private long incarnation;
  private List<Asked> asked = new ArrayList<>();

  /** Slots without a store, which have everything in memory. */
  public Slots(int count, Limits limits, Room room) {
    this(count, limits, room, new HeadCache(Memory.UNLIMITED));
  }

  public Slots(int count, Limits limits, Room room, HeadCache cache) {
    this.slots = new Slot[count];
    this.wakeMillis = new long[count];
    this.maker = number -> new Slot(number, limits, room, cache);
    Arrays.fill(wakeMillis, Long.MAX_VALUE);
  }

  public int count() {
    return slots.length;
  }

  /** A slot into which something is to be restored. Only before {@link #open}. */
  Slot recovering(int number) {
    Invariant.check(!isOpen(), "slot %d is restored after it was opened", number);
    Slot slot = slots[number];
    if (slot == null) {
      slot = maker.apply(number);
      slots[number] = slot;
    }
    return slot;
  }

  /**
   * Applies steps that were encoded one behind the other, in the order of their tickets, to a slot
   * without a store; {@link Recovery} is for others. Only before {@link #open}.
   */
  public void restore(int number, byte[] encodedSteps) {
    Slot slot = recovering(number);
    for (var step : StepCodec.decode(encodedSteps)) {
      slot.restore(step.ticket(), step.timeMillis(), step.changes());
    }
  }

  /**
   * Ends recovery.
   *
   * @param incarnation larger than in any earlier opening
   */
  public void open(long incarnation, long nowMillis, StepSink sink) {
    Invariant.check(!isOpen(), "the slots are open already");
    this.incarnation = incarnation;
    for (int number = 0; number < slots.length; number++) {
      Slot slot = slots[number];
      if (slot != null) {
        slot.open(incarnation, nowMillis);
        ran(slot);
      }
    }
    spreadPolicies(nowMillis, sink);
  }

  private boolean isOpen() {
    return incarnation != 0;
  }

  /** Executes a command; policies that it sets are adopted by all slots before this returns. */
  public void execute(int number, long caller, Command command, long nowMillis, StepSink sink) {
    long versionBefore = policies().version();
    var _ = run(upToDate(number, nowMillis, sink), caller, command, nowMillis, sink);
    if (policies().version() > versionBefore) {
      spreadPolicies(nowMillis, sink);
    }
  }

  /**
   * Gives a slot what it asked for, and executes what waited for that.
   *
   * @return the commands that were executed
   */
  public List<Slot.Ran> supply(Answered supply, long nowMillis, StepSink sink) {
    Slot slot = upToDate(supply.slot(), nowMillis, sink);
    long versionBefore = policies().version();
    var commands = slot.supply(supply.inquiry(), supply.version(), supply.findings(), nowMillis);
    for (Slot.Ran command : commands) {
      command.steps().forEach(step -> sink.take(slot.number(), step));
    }
    ran(slot);
    if (policies().version() > versionBefore) {
      spreadPolicies(nowMillis, sink);
    }
    return commands;
  }

  /** What slots have asked of their store since this was called last. */
  public List<Asked> takeAsked() {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<Asked> taken = asked;
    asked = new ArrayList<>();
    return taken;
  }

  /** Whether a command waits in its slot for something to be read. */
  public boolean isParked(int number, long caller) {
    Slot slot = slots[number];
    return slot != null && slot.isParked(caller);
  }

  /** About how many bytes changed in a slot since it was frozen. */
  long changedBytes(int number) {
    Slot slot = slots[number];
    return slot == null ? 0 : slot.changedBytes();
  }

  /** About how many bytes of a slot are frozen and not applied. */
  long frozenBytes(int number) {
    Slot slot = slots[number];
    return slot == null ? 0 : slot.frozenBytes();
  }

  /** Takes what changed in a slot since this was called last. */
  public Optional<FrozenLayer> freeze(int number) {
    Slot slot = slots[number];
    return slot == null ? Optional.empty() : slot.freeze();
  }

  /** The store has what was frozen in a slot up to a ticket. */
  public void applied(int number, long ticket) {
    Slot slot = slots[number];
    if (slot != null) {
      slot.applied(ticket);
      ran(slot);
    }
  }

  /** Does what time has made due in any slot. */
  public void tick(long nowMillis, StepSink sink) {
    for (int number = 0; number < slots.length; number++) {
      if (wakeMillis[number] <= nowMillis) {
        Slot slot = upToDate(number, nowMillis, sink);
        List<Step> steps = run(slot, NOBODY, new Command.Tick(), nowMillis, sink);
        if (!isProgress(steps) && !slot.isReleasing() && wakeMillis[number] <= nowMillis) {
          wakeMillis[number] = nowMillis + STUCK_RETRY_MILLIS;
        }
      }
    }
  }

  /** When {@link #tick} has something to do; {@link Long#MAX_VALUE} when nothing is ever due. */
  public long nextWakeMillis() {
    long next = Long.MAX_VALUE;
    for (long wake : wakeMillis) {
      next = Math.min(next, wake);
    }
    return next;
  }

  /** The latest time that any slot has seen; 0 when there is no slot. */
  public long timeMillis() {
    return existing().stream().mapToLong(Slot::timeMillis).max().orElse(0);
  }

  /** The last ticket given in a slot; 0 when it has given none. */
  public long lastTicket(int number) {
    Slot slot = slots[number];
    return slot == null ? 0 : slot.lastTicket();
  }

  /** The slots made so far, by number. */
  public List<Slot> existing() {
    var existing = new ArrayList<Slot>();
    for (Slot slot : slots) {
      if (slot != null) {
        existing.add(slot);
      }
    }
    return existing;
  }

  private void spreadPolicies(long nowMillis, StepSink sink) {
    for (int number = 0; number < slots.length; number++) {
      if (slots[number] != null) {
        var _ = upToDate(number, nowMillis, sink);
      }
    }
  }

  private Slot upToDate(int number, long nowMillis, StepSink sink) {
    Slot slot = slots[number];
    if (slot == null) {
      slot = maker.apply(number);
      slot.open(incarnation, nowMillis);
      slots[number] = slot;
      ran(slot);
    }
    PolicyDocument newest = policies();
    if (slot.policies().version() < newest.version()) {
      // May be refused while the disk is full: the command then executes under the policies of
      // before.
      var _ = run(slot, NOBODY, new Command.AdoptPolicies(newest), nowMillis, sink);
    }
    return slot;
  }

  private List<Step> run(Slot slot, long caller, Command command, long nowMillis, StepSink sink) {
    List<Step> steps = slot.execute(caller, command, nowMillis);
    for (Step step : steps) {
      sink.take(slot.number(), step);
    }
    ran(slot);
    return steps;
  }

  /** Whether anything was changed, or answered to a caller. */
  private static boolean isProgress(List<Step> steps) {
    return steps.stream()
        .anyMatch(
            step ->
                !step.changes().isEmpty()
                    || step.answers().stream().anyMatch(a -> a.caller() != NOBODY));
  }

  /** Notes what a slot wants after it has done something. */
  private void ran(Slot slot) {
    for (Inquiry inquiry : slot.takeInquiries()) {
      asked.add(new Asked(slot.number(), inquiry));
    }
    wakeMillis[slot.number()] = slot.nextWakeMillis();
  }

  private PolicyDocument policies() {
    Slot slot = slots[POLICY_SLOT];
    return slot == null ? PolicyDocument.EMPTY : slot.policies();
  }
}
