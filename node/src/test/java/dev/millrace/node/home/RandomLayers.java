package dev.millrace.node.home;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.FrozenLayer.TaskChange;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.Position;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes layers of a slot by a seed, and keeps in plain maps what a store must hold after them. Few
 * queues and PIDs, so that tasks come back, move between states and lie beside each other.
 */
final class RandomLayers {
  static final List<String> HOLDERS = List.of("", "m", "me", "me2");

  final int slot;
  final TreeMap<TaskKey, Task> tasks = new TreeMap<>();
  final TreeMap<Long, StoredQueue> queues = new TreeMap<>();
  final TreeSet<Long> goneWithTasks = new TreeSet<>();
  final TreeMap<String, Long> floors = new TreeMap<>();
  final TreeMap<Long, StoredRequest> requests = new TreeMap<>();
  final Random random;
  PolicyDocument policies = PolicyDocument.EMPTY;
  long ticket = 10;
  long timeMillis = 1000;
  long lastQueueId;

  RandomLayers(long seed, int slot) {
    this.random = new Random(seed);
    this.slot = slot;
  }

  FrozenLayer next() {
    ticket += 1 + random.nextInt(20);
    timeMillis += random.nextInt(50);
    while (queues.size() < 3) {
      addQueue();
    }
    Map<TaskKey, TaskChange> changed = new HashMap<>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      changeTask(changed);
    }
    List<GoneQueue> gone = new ArrayList<>();
    if (random.nextInt(6) == 0) {
      gone.add(removeQueue(changed));
    }
    queues.replaceAll((id, _) -> counted(id));
    @Nullable PolicyDocument newPolicies = random.nextInt(5) == 0 ? changePolicies() : null;
    var newRequests = addRequests();
    long requestsFrom = forgetRequests();
    return new FrozenLayer(
        slot,
        ticket,
        timeMillis,
        lastQueueId,
        0,
        changed,
        List.copyOf(queues.values()),
        gone,
        newPolicies,
        newRequests,
        requestsFrom,
        changeFloors());
  }

  /** What is loaded after all layers so far. */
  StoredSlot stored() {
    return new StoredSlot(
        ticket,
        timeMillis,
        lastQueueId,
        policies,
        floors,
        List.copyOf(requests.values()),
        List.copyOf(queues.values()));
  }

  private void addQueue() {
    lastQueueId += 1 + random.nextInt(300);
    queues.put(lastQueueId, counted(lastQueueId));
  }

  private void changeTask(Map<TaskKey, TaskChange> changed) {
    var key = new TaskKey(pick(queues.keySet()), pid());
    @Nullable Task before = tasks.get(key);
    @Nullable Task after = random.nextInt(4) == 0 ? null : task(key.pid());
    if (after == null) {
      tasks.remove(key);
    } else {
      tasks.put(key, after);
    }
    // A task may change several times in a layer; in the store it is as it was before the first.
    var earlier = changed.get(key);
    var stored = earlier == null ? stateOf(before) : earlier.before();
    changed.put(key, new TaskChange(stored, after));
  }

  private static @Nullable TaskState stateOf(@Nullable Task task) {
    return task == null ? null : task.state();
  }

  private GoneQueue removeQueue(Map<TaskKey, TaskChange> changed) {
    long id = pick(queues.keySet());
    queues.remove(id);
    tasks.keySet().removeIf(key -> key.queueId() == id);
    changed.keySet().removeIf(key -> key.queueId() == id);
    goneWithTasks.add(id);
    return new GoneQueue(id, true);
  }

  private StoredQueue counted(long id) {
    Position head = Position.behind(Pid.of("zzz"));
    for (var task : tasksOf(id)) {
      if (task.state().kind() == Kind.AVAILABLE && head.isAfter(task.pid())) {
        head = Position.before(task.pid());
      }
    }
    long all = tasksOf(id).size();
    return new StoredQueue(
        id,
        QueueName.of("q" + id),
        id % 2 == 0,
        new QueueCounts(
            id,
            count(id, Kind.AVAILABLE),
            count(id, Kind.LEASED),
            count(id, Kind.DELAYED),
            all + 5,
            5),
        head,
        StoredQueue.UNKNOWN);
  }

  private long count(long id, Kind kind) {
    return tasksOf(id).stream().filter(task -> task.state().kind() == kind).count();
  }

  Collection<Task> tasksOf(long queueId) {
    return tasks
        .subMap(new TaskKey(queueId, Pid.EMPTY), new TaskKey(queueId + 1, Pid.EMPTY))
        .values();
  }

  private PolicyDocument changePolicies() {
    policies = new PolicyDocument(policies.version() + 1, List.of(Policy.NONE));
    return policies;
  }

  private List<StoredRequest> addRequests() {
    List<StoredRequest> added = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      var kept = new RequestKept(new RequestId("c", ticket), timeMillis, new Outcome.Delete(1, 2));
      var request = new StoredRequest(ticket - i + 1, kept);
      if (requests.putIfAbsent(request.ticket(), request) == null) {
        added.add(request);
      }
    }
    return added;
  }

  private long forgetRequests() {
    long from = Math.max(0, ticket - random.nextInt(40));
    requests.headMap(from).clear();
    return from;
  }

  private Map<String, Long> changeFloors() {
    Map<String, Long> changed = new HashMap<>();
    if (random.nextBoolean()) {
      String client = "client" + random.nextInt(4);
      if (floors.containsKey(client) && random.nextBoolean()) {
        floors.remove(client);
        changed.put(client, FrozenLayer.NO_FLOOR);
      } else {
        floors.put(client, ticket);
        changed.put(client, ticket);
      }
    }
    return changed;
  }

  private Task task(Pid pid) {
    return new Task(
        pid,
        Payload.of("x".repeat(random.nextInt(9))).traced("t".repeat(random.nextInt(3))),
        state(),
        timeMillis,
        ticket,
        Past.NONE,
        null);
  }

  private TaskState state() {
    return switch (random.nextInt(3)) {
      case 0 -> new TaskState.Available();
      case 1 -> new TaskState.Delayed(timeMillis + random.nextInt(5));
      default ->
          new TaskState.Leased(
              new Holder(HOLDERS.get(random.nextInt(HOLDERS.size())), "@"),
              timeMillis,
              timeMillis + random.nextInt(5));
    };
  }

  Pid pid() {
    return Pid.of("abcdef".substring(0, random.nextInt(3)) + "g".repeat(random.nextInt(6)));
  }

  <T> T pick(Collection<T> all) {
    return List.copyOf(all).get(random.nextInt(all.size()));
  }
}
