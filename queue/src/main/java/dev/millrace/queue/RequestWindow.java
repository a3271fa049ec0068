package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.StoredSlot.StoredRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

  /** Fewer that are gone are left where they are. */
  private static final int GONE_FEW = 32;

  /** A guess at what the maps cost for an outcome. */
  private static final int OVERHEAD_BYTES = 200;

  /** The same for a result or task in it, but for its PID. */
  private static final int RESULT_BYTES = 64;

  /** What is known of a request. */
  sealed interface Seen {
    record New() implements Seen {
      static final New INSTANCE = new New();
    }

    record TooOld() implements Seen {}

    record Before(Outcome outcome) implements Seen {}
  }

  /** An outcome, and the ticket of its step. */
  private static final class Kept {
    final Client client;
    final long ticket;
    final RequestKept kept;
    final long bytes;

    /** Whether it was dropped; the order may still have it. */
    boolean isGone;

    Kept(Client client, long ticket, RequestKept kept) {
      this.client = client;
      this.ticket = ticket;
      this.kept = kept;
      this.bytes = sizeOf(kept);
    }
  }

  private static final class Client {
    final String name;
    final LongMap<Kept> outcomes = new LongMap<>();
    long floor;

    /** Whether its floor is among those that changed. */
    boolean hasMoved;

    Client(String name) {
      this.name = name;
    }
  }

  private final long bytesMax;
  private final long keptMillis;
  private final LinkedHashMap<String, Client> clients = new LinkedHashMap<>(16, 0.75f, true);

  /** Some may be gone, but not the first, and not many more than half. */
  private final ArrayDeque<Kept> oldestFirst = new ArrayDeque<>();

  /** So many of them are gone. */
  private int gone;

  private long takenTicket;
  private long bytes;
  private long toldStart;

  /** Clients whose floor changed since somebody asked, or who were forgotten. */
  private final List<Client> moved = new ArrayList<>();

  RequestWindow(long bytesMax, long keptMillis) {
    this.bytesMax = bytesMax;
    this.keptMillis = keptMillis;
  }

  Seen look(@Nullable RequestId request, long nowMillis) {
    dropOlderThan(nowMillis - keptMillis);
    Client client = request == null ? null : clients.get(request.client());
    if (request == null || client == null) {
      return Seen.New.INSTANCE;
    }
    if (request.sequence() <= client.floor) {
      return new Seen.TooOld();
    }
    Kept known = client.outcomes.get(request.sequence());
    return known == null ? Seen.New.INSTANCE : new Seen.Before(known.kept.outcome());
  }

  /** Takes over what was kept before; before anything else. */
  void load(Map<String, Long> floors, List<StoredRequest> stored) {
    floors.forEach((client, floor) -> clientOf(client).floor = floor);
    stored.forEach(request -> keep(request.ticket(), request.kept()));
    takenTicket = oldestFirst.isEmpty() ? 0 : oldestFirst.getLast().ticket;
  }

  private Client clientOf(String name) {
    return clients.computeIfAbsent(name, Client::new);
  }

  /** The ticket of the oldest outcome that is kept; 0 when it is the same as the last time. */
  long takeMovedStart(long ifNone) {
    long oldest = oldestFirst.isEmpty() ? ifNone : oldestFirst.getFirst().ticket;
    boolean isSame = oldest == toldStart || clients.isEmpty();
    toldStart = oldest;
    return isSame ? 0 : oldest;
  }

  /**
   * By client, the floors that changed since the last call; {@link FrozenLayer#NO_FLOOR} for those
   * who were forgotten.
   */
  Map<String, Long> takeChangedFloors() {
    Map<String, Long> floors = new HashMap<>();
    for (Client client : moved) {
      client.hasMoved = false;
      floors.put(client.name, client.floor);
    }
    moved.clear();
    return floors;
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
      if (!newest.isGone) {
        fresh.addFirst(new StoredRequest(newest.ticket, newest.kept));
      }
    }
    takenTicket =
        oldestFirst.isEmpty() ? takenTicket : Math.max(takenTicket, oldestFirst.getLast().ticket);
    return List.copyOf(fresh);
  }

  void keep(long ticket, RequestKept kept) {
    dropOlderThan(kept.timeMillis() - keptMillis);
    RequestId request = kept.request();
    Client client = clientOf(request.client());
    settle(client, request.settled());
    if (client.outcomes.get(request.sequence()) == null) {
      Kept entry = new Kept(client, ticket, kept);
      client.outcomes.put(request.sequence(), entry);
      oldestFirst.addLast(entry);
      bytes += entry.bytes;
    }
    while (bytes > bytesMax && oldestFirst.size() > 1) {
      dropOldest();
    }
    forgetClients();
  }

  /** Forgets what the client won't ask for again. */
  private void settle(Client client, long settled) {
    if (settled <= client.floor) {
      return;
    }
    if (settled - client.floor <= client.outcomes.size()) {
      for (long sequence = client.floor + 1; sequence <= settled; sequence++) {
        forget(client, sequence);
      }
    } else {
      for (long sequence : client.outcomes.numbers()) {
        if (sequence <= settled) {
          forget(client, sequence);
        }
      }
    }
    raiseFloor(client, settled);
    dropGone();
  }

  private void forget(Client client, long sequence) {
    Kept forgotten = client.outcomes.remove(sequence);
    if (forgotten != null) {
      forgotten.isGone = true;
      gone++;
      bytes -= forgotten.bytes;
    }
  }

  private void raiseFloor(Client client, long sequence) {
    client.floor = Math.max(client.floor, sequence);
    noteMoved(client);
  }

  private void noteMoved(Client client) {
    if (!client.hasMoved) {
      client.hasMoved = true;
      moved.add(client);
    }
  }

  /**
   * Lets the order begin with one that is kept. Behind the last one of a client that has left, all
   * others would pile up: when most are gone they are cleared out.
   */
  private void dropGone() {
    while (!oldestFirst.isEmpty() && oldestFirst.getFirst().isGone) {
      oldestFirst.removeFirst();
      gone--;
    }
    if (gone > GONE_FEW + oldestFirst.size() / 2) {
      oldestFirst.removeIf(kept -> kept.isGone);
      gone = 0;
    }
  }

  /** How many outcomes are in memory, with those that are gone. */
  int inMemory() {
    return oldestFirst.size();
  }

  private void dropOlderThan(long millis) {
    while (!oldestFirst.isEmpty() && oldestFirst.getFirst().kept.timeMillis() <= millis) {
      dropOldest();
    }
  }

  private void dropOldest() {
    Kept oldest = oldestFirst.getFirst();
    long sequence = oldest.kept.request().sequence();
    forget(oldest.client, sequence);
    raiseFloor(oldest.client, sequence);
    dropGone();
  }

  private void forgetClients() {
    if (clients.size() <= CLIENTS_MAX) {
      return;
    }
    var leastRecent = clients.values().iterator();
    while (clients.size() > CLIENTS_MAX && leastRecent.hasNext()) {
      Client client = leastRecent.next();
      if (client.outcomes.isEmpty()) {
        client.floor = FrozenLayer.NO_FLOOR;
        noteMoved(client);
        leastRecent.remove();
      }
    }
  }

  private static long sizeOf(RequestKept kept) {
    long size = (long) OVERHEAD_BYTES + kept.request().client().length();
    switch (kept.outcome()) {
      case Outcome.Update(var reply) -> {
        for (ElementResult result : reply.results()) {
          size += RESULT_BYTES + pidBytes(result);
        }
      }
      case Outcome.Failure(var problem) -> size += problem.message().length();
      case Outcome.Grant(_, var tasks) -> {
        for (TaskName task : tasks) {
          size += RESULT_BYTES + task.pid().length();
        }
      }
      case Outcome.Delete _ -> size += 16;
    }
    return size;
  }

  private static int pidBytes(ElementResult result) {
    return switch (result) {
      case ElementResult.Created(var pid) -> pid.length();
      case ElementResult.CreatedAll(var first, _) -> first.length();
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
