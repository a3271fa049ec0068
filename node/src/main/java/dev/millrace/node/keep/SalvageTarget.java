package dev.millrace.node.keep;

import dev.millrace.node.home.LayerWriter;
import dev.millrace.node.home.Reaper;
import dev.millrace.node.home.StoreReader;
import dev.millrace.queue.Change;
import dev.millrace.queue.Change.TaskPut;
import dev.millrace.queue.Finding;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.Need;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.TaskKey;
import dev.millrace.store.KeyRange;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The new store, into which slots are saved piece by piece. */
final class SalvageTarget {
  private static final int QUEUES_IN_LAYER = 10_000;

  private final Store store;
  private final Reaper reaper;

  SalvageTarget(Store store) {
    this.store = store;
    this.reaper = new Reaper(store);
  }

  /** Applies steps to a slot, and saves what they change. */
  void apply(SalvagedSlot slot, List<Journaled> steps) {
    Set<TaskKey> named = new LinkedHashSet<>();
    for (Journaled step : steps) {
      step.changes().forEach(change -> addKey(change, named));
    }
    learn(slot, named);
    steps.forEach(slot::apply);
    save(slot);
  }

  /** Saves tasks as they are. */
  void put(SalvagedSlot slot, List<TaskPut> tasks) {
    Set<TaskKey> named = new LinkedHashSet<>();
    tasks.forEach(put -> addKey(put, named));
    learn(slot, named);
    tasks.forEach(put -> slot.apply(slot.lastTicket(), put));
    save(slot);
  }

  private static void addKey(Change change, Set<TaskKey> keys) {
    switch (change) {
      case TaskPut(long queueId, var task) -> keys.add(new TaskKey(queueId, task.pid()));
      case Change.TaskChanged changed -> keys.add(new TaskKey(changed.queueId(), changed.pid()));
      case Change.TaskGone(long queueId, var pid) -> keys.add(new TaskKey(queueId, pid));
      case Change.QueuePut _,
          Change.QueueCounts _,
          Change.QueueGone _,
          Change.PoliciesPut _,
          Change.RequestKept _ -> {}
    }
  }

  private void learn(SalvagedSlot slot, Set<TaskKey> keys) {
    List<Need> needs = new ArrayList<>();
    keys.forEach(key -> needs.add(new Need.OneTask(key.queueId(), key.pid())));
    try (var snapshot = store.snapshot()) {
      List<Finding> findings = StoreReader.read(snapshot, slot.number, needs);
      int next = 0;
      for (TaskKey key : keys) {
        if (findings.get(next++) instanceof Finding.OneTask(var task) && task != null) {
          slot.learn(key, task);
        }
      }
    }
  }

  private void save(SalvagedSlot slot) {
    FrozenLayer layer = slot.takeChanges();
    store.apply(LayerWriter.write(layer));
    reaper.notice(layer);
  }

  /** Removes what is left of deleted queues, counts all tasks, and saves all but tasks. */
  void finish(Iterable<SalvagedSlot> slots) {
    while (reaper.slotsLeft() > 0) {
      var _ = reaper.reapSome();
    }
    for (SalvagedSlot slot : slots) {
      count(slot, RowRanges.tasks(slot.number));
      count(slot, RowRanges.held(slot.number));
      saveQueues(slot);
    }
    store.flush();
  }

  private void count(SalvagedSlot slot, KeyRange range) {
    try (var snapshot = store.snapshot()) {
      var rows = new PatientCursor(snapshot, range);
      while (rows.hasNext()) {
        var row = rows.next();
        var put = BaseRows.task(RowName.of(row.key()), row.value());
        slot.queue(put.queueId()).count(put.task());
      }
    }
  }

  private void saveQueues(SalvagedSlot slot) {
    List<StoredQueue> stored = new ArrayList<>();
    boolean first = true;
    for (SalvagedQueue queue : slot.queues()) {
      if (queue.isKnown()) {
        stored.add(queue.stored(nameFor(slot.number, queue.id)));
      }
      if (stored.size() == QUEUES_IN_LAYER) {
        store.apply(LayerWriter.write(slot.rest(stored)));
        stored.clear();
        first = false;
      }
    }
    if (first || !stored.isEmpty()) {
      store.apply(LayerWriter.write(slot.rest(stored)));
    }
  }

  /** A name in a group that belongs to the slot, for a queue whose own name is lost. */
  private QueueName nameFor(int slot, long queueId) {
    int number = 0;
    while (Slot.of("salvaged-" + number, store.slots()) != slot) {
      number++;
    }
    return new QueueName("salvaged-" + number, "queue-" + queueId);
  }
}
