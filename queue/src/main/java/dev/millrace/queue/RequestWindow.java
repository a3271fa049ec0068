package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.StoredSlot.StoredRequest;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of finished requests, so that a repeated one is answered and not executed. They are
 * kept until their client says that they are settled, at most for a time and within a number of
 * bytes; what is dropped raises the client's floor, and a request at or below the floor is refused.
 */
final class RequestWindow {
  /** Floors are remembered for this many clients, the most recently seen. */
  private static final int CLIENTS_MAX = 65_536;

  /** A guess at what the maps cost for an outcome. */
  private static final int OVERHEAD_BYTES = 200;

  /** What is known of a request. */
  sealed interface Seen {
    record New() implements Seen {}

    record TooOld() implements Seen {}

    record Before(Outcome outcome) implements Seen {}
  }

  /** An outcome, and the ticket of its step. */
  private record Kept(long ticket, RequestKept kept) {}

  private static final class Client {
    long floor;
    final Map<Long, Kept> outcomes = new HashMap<>();
  }

  private final long bytesMax;
  private final long keptMillis;
  private final LinkedHashMap<String, Client> clients = new LinkedHashMap<>(16, 0.75f, true);

  /** Some at its beginning may be settled. */
  private final ArrayDeque<Kept> oldestFirst = new ArrayDeque<>();

  private long takenTicket;
  private long bytes;
  private long toldStart;

  /** Floors that changed since somebody asked; {@link FrozenLayer#NO_FLOOR} for none any more. */
  private Map<String, Long> changedFloors = new HashMap<>();

  RequestWindow(long bytesMax, long keptMillis) {
    this.bytesMax = bytesMax;
    this.keptMillis = keptMillis;
  }

  Seen look(@Nullable RequestId request, long nowMillis) {
    dropOlderThan(nowMillis - keptMillis);
    Client client = request == null ? null : clients.get(request.client());
    if (request == null || client == null) {
      return new Seen.New();
    }
    if (request.sequence() <= client.floor) {
      return new Seen.TooOld();
    }
    Kept known = client.outcomes.get(request.sequence());
    return known == null ? new Seen.New() : new Seen.Before(known.kept.outcome());
  }

  /** Takes over what was kept before; before anything else. */
  void load(Map<String, Long> floors, List<StoredRequest> stored) {
    floors.forEach((client, floor) -> clientOf(client).floor = floor);
    stored.forEach(request -> keep(request.ticket(), request.kept()));
    takenTicket = oldestFirst.isEmpty() ? 0 : oldestFirst.getLast().ticket;
  }

  private Client clientOf(String name) {
    return clients.computeIfAbsent(name, _ -> new Client());
  }

  /** The ticket of the oldest outcome that is kept; 0 when it is the same as the last time. */
  long takeMovedStart(long ifNone) {
    long oldest = oldestFirst.isEmpty() ? ifNone : oldestFirst.getFirst().ticket;
    boolean isSame = oldest == toldStart || clients.isEmpty();
    toldStart = oldest;
    return isSame ? 0 : oldest;
  }

  /** By client, the floors that changed since the last call. */
  Map<String, Long> takeChangedFloors() {
    Map<String, Long> changed = changedFloors;
    changedFloors = new HashMap<>();
    return changed;
  }

  /** What was kept since the last call and still is. */
  List<StoredRequest> takeKept() {
    var fresh = new ArrayDeque<StoredRequest>();
    var newestFirst = oldestFirst.descendingIterator();
    while (newestFirst.hasNext()) {
      Kept newest = newestFirst.next();
      if (newest.ticket <= takenTicket) {
        break;
      }
      if (isKept(newest)) {
        fresh.addFirst(new StoredRequest(newest.ticket, newest.kept));
      }
    }
    takenTicket = oldestFirst.isEmpty() ? takenTicket : oldestFirst.getLast().ticket;
    return List.copyOf(fresh);
  }

  void keep(long ticket, RequestKept kept) {
    dropOlderThan(kept.timeMillis() - keptMillis);
    RequestId request = kept.request();
    Client client = clientOf(request.client());
    settle(client, request);
    Kept entry = new Kept(ticket, kept);
    if (client.outcomes.putIfAbsent(request.sequence(), entry) == null) {
      oldestFirst.addLast(entry);
      bytes += sizeOf(kept);
    }
    while (bytes > bytesMax && oldestFirst.size() > 1) {
      dropOldest();
    }
    forgetClients();
  }

  /** Forgets what the client won't ask for again. */
  private void settle(Client client, RequestId request) {
    long settled = request.settled();
    if (settled <= client.floor) {
      return;
    }
    if (settled - client.floor <= client.outcomes.size()) {
      for (long sequence = client.floor + 1; sequence <= settled; sequence++) {
        forget(client.outcomes.remove(sequence));
      }
    } else {
      client
          .outcomes
          .values()
          .removeIf(
              known -> {
                boolean isSettled = known.kept.request().sequence() <= settled;
                forget(isSettled ? known : null);
                return isSettled;
              });
    }
    raiseFloor(client, request.client(), settled);
    dropSettled();
  }

  private void forget(@Nullable Kept settled) {
    bytes -= settled == null ? 0 : sizeOf(settled.kept);
  }

  private void raiseFloor(Client client, String name, long sequence) {
    client.floor = Math.max(client.floor, sequence);
    changedFloors.put(name, client.floor);
  }

  private boolean isKept(Kept entry) {
    RequestId request = entry.kept.request();
    Client client = clients.get(request.client());
    Kept known = client == null ? null : client.outcomes.get(request.sequence());
    return known != null && known.ticket == entry.ticket;
  }

  /** Lets the order begin with one that is kept. */
  private void dropSettled() {
    while (!oldestFirst.isEmpty() && !isKept(oldestFirst.getFirst())) {
      oldestFirst.removeFirst();
    }
  }

  private void dropOlderThan(long millis) {
    while (!oldestFirst.isEmpty() && oldestFirst.getFirst().kept.timeMillis() <= millis) {
      dropOldest();
    }
  }

  private void dropOldest() {
    Kept oldest = oldestFirst.removeFirst();
    RequestId request = oldest.kept.request();
    Client client = clients.get(request.client());
    if (client != null && isKept(oldest)) {
      client.outcomes.remove(request.sequence());
      bytes -= sizeOf(oldest.kept);
      raiseFloor(client, request.client(), request.sequence());
    }
    dropSettled();
  }

  private void forgetClients() {
    var leastRecent = clients.entrySet().iterator();
    while (clients.size() > CLIENTS_MAX && leastRecent.hasNext()) {
      var client = leastRecent.next();
      if (client.getValue().outcomes.isEmpty()) {
        changedFloors.put(client.getKey(), FrozenLayer.NO_FLOOR);
        leastRecent.remove();
      }
    }
  }

  static long sizeOf(RequestKept kept) {
    return OVERHEAD_BYTES
        + kept.request().client().length()
        + switch (kept.outcome()) {
          case Outcome.Update(var reply) ->
              reply.results().stream().mapToLong(result -> 64L + pidBytes(result)).sum();
          case Outcome.Failure(var problem) -> problem.message().length();
          case Outcome.Grant(_, var tasks) ->
              tasks.stream().mapToLong(task -> 64L + task.pid().length()).sum();
          case Outcome.Delete _ -> 16;
        };
  }

  private static int pidBytes(ElementResult result) {
    return switch (result) {
      case ElementResult.Created(var pid) -> pid.length();
      case ElementResult.Collapsed(var pid, _) -> pid.length();
      case ElementResult.Replaced(var pid, _) -> pid.length();
      case ElementResult.RunsAgain(var pid) -> pid.length();
      case ElementResult.Removed(var pid) -> pid.length();
      case ElementResult.Requeued(var pid) -> pid.length();
      case ElementResult.Renewed(var pid, _) -> pid.length();
      case ElementResult.Released(var pid, _) -> pid.length();
      case ElementResult.DeadLettered(_, var pid) -> pid.length();
      case ElementResult.Moved(_, var pid) -> pid.length();
      case ElementResult.Skipped() -> 0;
      case ElementResult.Holds() -> 0;
    };
  }
}
