package dev.millrace.queue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Reply.Granted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A slot whose time is moved by hand and whose journal is a list: it can crash, and come back from
 * the bytes that it left. Every step is checked as it is made.
 */
final class SlotFixture {
  static final long START_MILLIS = 1_000_000;
  static final Duration MINUTE = Duration.ofMinutes(1);

  /** How much room the journal has. */
  enum Disk {
    EMPTY,
    RESERVE_ONLY,
    FULL
  }

  /** Whether slots drop from memory whatever they can, so that every test reads from a store. */
  private static final boolean TINY = Boolean.getBoolean("millrace.memory.tiny");

  private static final Memory NOTHING = new Memory(0, 2, 1, 2, 1);

  private MapStore store = new MapStore();
  private final Limits limits;
  private final List<byte[]> journal = new ArrayList<>();
  private final Map<Long, Reply> replies = new HashMap<>();
  private Disk disk = Disk.EMPTY;
  private long nowMillis = START_MILLIS;
  private long incarnation = 1;
  private long lastCaller;
  private Slot slot;

  SlotFixture() {
    this(Limits.DEFAULT);
  }

  SlotFixture(Limits limits) {
    this.limits = limits;
    slot = newSlot();
    slot.open(incarnation, nowMillis);
  }

  private Slot newSlot() {
    return new Slot(7, limits, this::tryTake, new HeadCache(TINY ? NOTHING : Memory.UNLIMITED));
  }

  // ---- Store

  /** Reads what the slot asks for, until it asks no more. */
  private void supply() {
    List<Inquiry> inquiries = slot.takeInquiries();
    int rounds = 0;
    while (!inquiries.isEmpty()) {
      assertThat(++rounds).as("it asks and asks: %s", inquiries).isLessThan(20_000);
      for (Inquiry inquiry : inquiries) {
        long before = slot.lastTicket();
        List<Step> steps = new ArrayList<>();
        slot.supply(inquiry.number(), store.ticket(), store.read(inquiry.needs()), nowMillis)
            .forEach(ran -> steps.addAll(ran.steps()));
        take(steps, before);
      }
      inquiries = slot.takeInquiries();
    }
  }

  /** Lets the store have everything, and memory nothing. */
  private void checkpoint() {
    slot.freeze()
        .ifPresent(
            layer -> {
              store.apply(layer);
              slot.applied(layer.ticket());
            });
    slot.settle();
  }

  private Room.Answer tryTake(int bytes, Room.Kind kind) {
    assertThat(bytes).isPositive();
    return switch (disk) {
      case EMPTY -> Room.Answer.TAKEN;
      case RESERVE_ONLY -> kind == Room.Kind.GROWTH ? Room.Answer.DISK_FULL : Room.Answer.TAKEN;
      case FULL -> Room.Answer.DISK_FULL;
    };
  }

  void disk(Disk next) {
    disk = next;
  }

  // ---- Time

  long now() {
    return nowMillis;
  }

  /** The time that lies this far ahead. */
  long in(Duration duration) {
    return nowMillis + duration.toMillis();
  }

  /** Time goes by and nothing is executed. */
  void pass(Duration duration) {
    nowMillis += duration.toMillis();
  }

  /** Time goes by and what it made due is executed. */
  void tick(Duration duration) {
    pass(duration);
    tick();
  }

  void tick() {
    assertThat(execute(new Command.Tick())).isEqualTo(new Reply.Done());
  }

  long nextWake() {
    return slot.nextWakeMillis();
  }

  // ---- Commands

  /** Executes a command that is answered at once. */
  Reply execute(Command command) {
    return replyTo(submit(command));
  }

  /** Executes a command that may have to wait, and returns the number of its caller. */
  long submit(Command command) {
    long caller = ++lastCaller;
    long ticketBefore = slot.lastTicket();
    take(slot.execute(caller, command, nowMillis), ticketBefore);
    if (TINY) {
      supply();
      if (caller % 3 != 0) {
        checkpoint();
      }
    }
    return caller;
  }

  private void take(List<Step> steps, long ticketBefore) {
    long last = ticketBefore;
    for (Step step : steps) {
      last = check(step, last);
      for (Step.Answer answer : step.answers()) {
        assertThat(replies.put(answer.caller(), answer.reply())).as("a second answer").isNull();
      }
    }
    assertThat(slot.lastTicket()).isEqualTo(last);
  }

  private long check(Step step, long lastTicket) {
    if (step.changes().isEmpty()) {
      assertThat(step.ticket()).isEqualTo(lastTicket);
      assertThat(step.encoded()).isEqualTo(Encoded.EMPTY);
      return lastTicket;
    }
    assertThat(step.ticket()).isGreaterThan(lastTicket);
    assertThat(StepCodec.decode(step.encoded().bytes()))
        .containsExactly(new StepCodec.Journaled(step.ticket(), step.timeMillis(), step.changes()));
    journal.add(step.encoded().bytes());
    return step.ticket();
  }

  boolean isWaiting(long caller) {
    return !replies.containsKey(caller);
  }

  Reply replyTo(long caller) {
    return requireNonNull(replies.get(caller), "the caller still waits");
  }

  List<Held> grantedTo(long caller) {
    return heldOf(replyTo(caller));
  }

  /** Executes a command that fails. */
  Problem refused(Command command) {
    return problemOf(execute(command));
  }

  static Problem problemOf(Reply reply) {
    assertThat(reply).isInstanceOf(Reply.Failed.class);
    return ((Reply.Failed) reply).problem();
  }

  static ErrorCode codeOf(Reply reply) {
    return problemOf(reply).code();
  }

  // ---- Updates

  List<ElementResult> update(Element... elements) {
    Reply reply = execute(Command.Update.of(elements));
    assertThat(reply).isInstanceOf(Reply.Updated.class);
    return ((Reply.Updated) reply).results();
  }

  /** What an update of this one element did. */
  ElementResult apply(Element element) {
    return update(element).getFirst();
  }

  Problem refused(Element... elements) {
    return refused(Command.Update.of(elements));
  }

  ErrorCode codeOf(Element... elements) {
    return refused(elements).code();
  }

  void enqueue(String queue, String... pids) {
    for (String pid : pids) {
      assertThat(apply(SampleElements.enqueue(queue, pid)))
          .isEqualTo(new ElementResult.Created(Pid.of(pid)));
    }
  }

  Pid enqueueFifo(String queue) {
    return ((ElementResult.Created) apply(SampleElements.fifo(queue, "data"))).pid();
  }

  // ---- Leases

  /** Leases the one task that the queue has to give first, for a minute. */
  Held lease(String queue) {
    List<Held> held = lease(queue, 1);
    assertThat(held).hasSize(1);
    return held.getFirst();
  }

  List<Held> lease(String queue, int tasksMax) {
    return lease(SampleLease.from(queue).max(tasksMax));
  }

  List<Held> lease(SampleLease lease) {
    return heldOf(execute(lease.command()));
  }

  long submit(SampleLease lease) {
    return submit(lease.command());
  }

  static List<Held> heldOf(Reply reply) {
    assertThat(reply).isInstanceOf(Granted.class);
    return ((Granted) reply).tasks().stream().map(Held::of).toList();
  }

  // ---- Looking

  @Nullable Task find(String queue, String pid) {
    return execute(new Command.Get(QueueName.of(queue), Pid.of(pid)))
            instanceof Reply.Found(_, var task)
        ? task
        : null;
  }

  Task task(String queue, String pid) {
    return requireNonNull(find(queue, pid), "no such task");
  }

  List<Task> tasks(String queue) {
    return tasks(QueueName.of(queue));
  }

  private List<Task> tasks(QueueName queue) {
    Reply reply = execute(new Command.Peek(queue, Pid.EMPTY, null, null, null, Integer.MAX_VALUE));
    return ((Reply.Peeked) reply).tasks();
  }

  List<String> pids(String queue) {
    return tasks(queue).stream().map(task -> task.pid().toString()).toList();
  }

  Reply.Surveyed survey() {
    return (Reply.Surveyed)
        execute(
            new Command.Survey(
                new NameFilter(null, NamePattern.ANY),
                0,
                Long.MAX_VALUE,
                QueueOrder.BY_NAME,
                Integer.MAX_VALUE,
                null));
  }

  QueueStats stats(String queue) {
    return survey().queues().stream()
        .filter(stats -> stats.queue().equals(QueueName.of(queue)))
        .findFirst()
        .orElseThrow();
  }

  /** All that must survive a crash. */
  Snapshot snapshot() {
    Map<QueueStats, List<Task>> queues = new HashMap<>();
    for (QueueStats stats : survey().queues()) {
      queues.put(Snapshot.durable(stats), tasks(stats.queue()));
    }
    return new Snapshot(queues, slot.policies());
  }

  // ---- Policies

  void policies(SamplePolicy... policies) {
    Reply reply =
        execute(
            new Command.SetPolicies(
                slot.policies().version(), SamplePolicy.policiesOf(List.of(policies))));
    assertThat(reply).isInstanceOf(Reply.Policies.class);
  }

  // ---- Crashes

  int journaledSteps() {
    return journal.size();
  }

  int lastStepBytes() {
    return journal.getLast().length;
  }

  long lastTicket() {
    return slot.lastTicket();
  }

  /** Forgets everything but the journal, and starts again from that. */
  void crash() {
    crashKeeping(journal.size());
  }

  /** A crash that also loses the end of the journal. */
  void crashKeeping(int steps) {
    if (steps < journal.size()) {
      // The store never has what the journal lost.
      store = new MapStore();
    }
    journal.subList(steps, journal.size()).clear();
    restart(UnaryOperator.identity());
  }

  /** A crash after which every step's changes are applied, and then applied again. */
  void crashReplayingEachChangeTwice() {
    restart(
        changes -> {
          // The end of a queue is the last that can be said of it.
          List<Change> twice = new ArrayList<>(changes);
          changes.stream()
              .filter(change -> !(change instanceof Change.QueueGone))
              .forEach(twice::add);
          return twice;
        });
  }

  private void restart(UnaryOperator<List<Change>> replay) {
    replies.clear();
    slot = newSlot();
    if (store.ticket() > 0) {
      slot.load(store.slot());
    }
    for (byte[] bytes : journal) {
      for (var step : StepCodec.decode(bytes)) {
        if (step.ticket() > store.ticket()) {
          List<Need> needs = slot.needsOf(List.of(step));
          slot.learn(needs, store.read(needs));
          slot.restore(step.ticket(), step.timeMillis(), replay.apply(step.changes()));
          slot.settle();
        }
      }
    }
    slot.open(++incarnation, nowMillis);
  }
}
