package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A slot and its store, between which everything is moved by hand. */
final class StoredSlotFixture {
  private final Memory memory;
  private final MapStore store = new MapStore();
  private final Map<Long, Reply> replies = new HashMap<>();
  private final List<StepCodec.Journaled> journal = new ArrayList<>();
  private final List<Inquiry> asked = new ArrayList<>();
  private HeadCache cache;
  private Slot slot;
  private long lastCaller;
  private long incarnation;
  private long nowMillis = 1_000_000;

  StoredSlotFixture(Memory memory) {
    this.memory = memory;
    this.cache = new HeadCache(memory);
    this.slot = new Slot(3, Limits.DEFAULT, Room.UNLIMITED, cache);
    slot.open(++incarnation, nowMillis);
  }

  /** Nothing that the store has stays in memory. */
  static StoredSlotFixture forgetful() {
    return new StoredSlotFixture(new Memory(0, 100, 1 << 20, 100, 1 << 20));
  }

  Slot slot() {
    return slot;
  }

  MapStore store() {
    return store;
  }

  HeadCache cache() {
    return cache;
  }

  void pass(long millis) {
    nowMillis += millis;
  }

  /** Executes a command as far as it goes without reading. */
  long submit(Command command) {
    long caller = ++lastCaller;
    take(slot.execute(caller, command, nowMillis));
    asked.addAll(slot.takeInquiries());
    return caller;
  }

  private void take(List<Step> steps) {
    for (Step step : steps) {
      if (!step.changes().isEmpty()) {
        journal.add(new StepCodec.Journaled(step.ticket(), step.timeMillis(), step.changes()));
      }
      step.answers().forEach(answer -> replies.put(answer.caller(), answer.reply()));
    }
  }

  /** Executes a command, reading what it takes. */
  Reply execute(Command command) {
    long caller = submit(command);
    readAll();
    return replyTo(caller);
  }

  Optional<Reply> reply(long caller) {
    return Optional.ofNullable(replies.get(caller));
  }

  Reply replyTo(long caller) {
    return reply(caller).orElseThrow(() -> new AssertionError("no answer yet"));
  }

  /** What was asked and isn't answered yet. */
  List<Need> needs() {
    return asked.stream().flatMap(inquiry -> inquiry.needs().stream()).toList();
  }

  /** Reads what is asked for, until nothing is. */
  void readAll() {
    while (!asked.isEmpty()) {
      answer(asked.getFirst(), store.ticket(), store.read(asked.getFirst().needs()));
    }
  }

  /** Reads what was asked for last. */
  void readLast() {
    answer(asked.getLast(), store.ticket(), store.read(asked.getLast().needs()));
  }

  /** The first inquiry that isn't answered. */
  Inquiry inquiry() {
    return asked.getFirst();
  }

  void answer(Inquiry inquiry, long version, List<Finding> findings) {
    asked.remove(inquiry);
    slot.supply(inquiry.number(), version, findings, nowMillis).forEach(ran -> take(ran.steps()));
    asked.addAll(slot.takeInquiries());
  }

  /** The store gets all that changed, and memory drops what it may. */
  void checkpoint() {
    slot.freeze()
        .ifPresent(
            layer -> {
              store.apply(layer);
              slot.applied(layer.ticket());
            });
    slot.settle();
  }

  /** Starts again from the store and what the journal has beyond it. */
  void crash() {
    asked.clear();
    replies.clear();
    cache = new HeadCache(memory);
    slot = new Slot(3, Limits.DEFAULT, Room.UNLIMITED, cache);
    if (store.ticket() > 0) {
      slot.load(store.slot());
    }
    List<StepCodec.Journaled> rest =
        journal.stream().filter(step -> step.ticket() > store.ticket()).toList();
    List<Need> needs = slot.needsOf(rest);
    slot.learn(needs, store.read(needs));
    rest.forEach(step -> slot.restore(step.ticket(), step.timeMillis(), step.changes()));
    slot.settle();
    slot.open(++incarnation, nowMillis);
  }

  void enqueue(String queue, String... pids) {
    for (String pid : pids) {
      assertThat(execute(Command.Update.of(SampleElements.enqueue(queue, pid))))
          .isInstanceOf(Reply.Updated.class);
    }
  }

  List<Held> lease(SampleLease lease) {
    return SlotFixture.heldOf(execute(lease.command()));
  }

  List<String> pidsOf(Reply reply) {
    return SlotFixture.heldOf(reply).stream().map(held -> held.pid().toString()).toList();
  }

  /** Dequeues what was leased. */
  void finish(List<Held> held) {
    execute(new Command.Update(held.stream().<Element>map(Held::dequeue).toList(), null));
  }
}
