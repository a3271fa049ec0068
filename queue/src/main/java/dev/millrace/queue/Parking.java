package dev.millrace.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for something to be read, and for what. A queue is refilled by one inquiry at a time;
 * whoever needs more of it meanwhile waits for that one.
 */
final class Parking {
  /** Somebody who waits: a command, or the slot itself. */
  static final class Party {
    final long caller;
    final Command command;
    private final Set<Long> inquiries = new LinkedHashSet<>();
    private final Set<Queue> pinned = new LinkedHashSet<>();
    private Map<Need, Finding> delivered = new LinkedHashMap<>();

    Party(long caller, Command command) {
      this.caller = caller;
      this.command = command;
    }

    boolean isReady() {
      return inquiries.isEmpty();
    }

    /** The queues that it needs more of. */
    List<Queue> pinned() {
      return List.copyOf(pinned);
    }

    /** What was read for this party and nobody else since it was tried last. */
    Map<Need, Finding> takeDelivered() {
      Map<Need, Finding> taken = delivered;
      delivered = new LinkedHashMap<>();
      return taken;
    }
  }

  private final Map<Long, Party> commands = new LinkedHashMap<>();
  private final Map<Long, Inquiry> inFlight = new HashMap<>();
  private final Map<Long, List<Party>> waiting = new HashMap<>();

  /** A queue and the inquiry that reads more of its head. */
  private record Refill(Queue queue, long inquiry) {}

  private final Map<Long, Refill> refills = new HashMap<>();

  private long deadlinesInquiry;
  private List<Inquiry> outgoing = new ArrayList<>();
  private long lastNumber;

  /** The inquiries since this was called last. */
  List<Inquiry> takeInquiries() {
    if (outgoing.isEmpty()) {
      return List.of();
    }
    List<Inquiry> taken = outgoing;
    outgoing = new ArrayList<>();
    return taken;
  }

  boolean isParked(long caller) {
    return commands.containsKey(caller);
  }

  /** A command waits; its place among the others is that of its first time. */
  void park(Party party, Unknowns.Missing missing) {
    commands.putIfAbsent(party.caller, party);
    ask(party, missing);
  }

  /** Asks for what is missing, unless somebody did. */
  void ask(Party party, Unknowns.Missing missing) {
    Map<Long, Queue> queues = new HashMap<>();
    for (Queue queue : missing.queues()) {
      queues.put(queue.id, queue);
      if (party.pinned.add(queue)) {
        queue.pin();
      }
    }
    missing.ahead().forEach(other -> other.inquiries.forEach(inquiry -> join(party, inquiry)));
    List<Need> fresh = new ArrayList<>();
    for (Need need : missing.needs()) {
      Long asked = askedBy(need);
      if (asked == null) {
        fresh.add(need);
      } else {
        join(party, asked);
      }
    }
    if (!fresh.isEmpty()) {
      Inquiry inquiry = new Inquiry(++lastNumber, fresh);
      inFlight.put(inquiry.number(), inquiry);
      outgoing.add(inquiry);
      fresh.forEach(need -> noteAsked(need, inquiry.number(), queues));
      join(party, inquiry.number());
    }
  }

  private void join(Party party, long inquiry) {
    if (party.inquiries.add(inquiry)) {
      waiting.computeIfAbsent(inquiry, _ -> new ArrayList<>()).add(party);
    }
  }

  private @Nullable Long askedBy(Need need) {
    return switch (need) {
      case Need.AvailableTasks refill -> {
        Refill running = refills.get(refill.queueId());
        yield running == null ? null : (Long) running.inquiry;
      }
      case Need.NextDeadlines _ -> deadlinesInquiry == 0 ? null : (Long) deadlinesInquiry;
      case Need.OneTask _, Need.AnyTasks _, Need.LeasesOf _ -> null;
    };
  }

  private void noteAsked(Need need, long inquiry, Map<Long, Queue> queues) {
    switch (need) {
      case Need.AvailableTasks(long queueId, _, _, _) -> {
        Queue queue = Invariant.present(queues.get(queueId), "queue id %d isn't named", queueId);
        refills.put(queueId, new Refill(queue, inquiry));
        queue.setRefilling(true);
      }
      case Need.NextDeadlines _ -> deadlinesInquiry = inquiry;
      case Need.OneTask _, Need.AnyTasks _, Need.LeasesOf _ -> {}
    }
  }

  /** An inquiry was answered: what it asked for. */
  List<Need> answered(long number) {
    Inquiry inquiry = Invariant.present(inFlight.remove(number), "nobody asked inquiry %d", number);
    for (Need need : inquiry.needs()) {
      switch (need) {
        case Need.AvailableTasks refill -> {
          Refill running = refills.remove(refill.queueId());
          if (running != null) {
            running.queue.setRefilling(false);
          }
        }
        case Need.NextDeadlines _ -> deadlinesInquiry = 0;
        case Need.OneTask _, Need.AnyTasks _, Need.LeasesOf _ -> {}
      }
    }
    return inquiry.needs();
  }

  /** Gives something that only the one who asked can use to it. */
  void deliver(long inquiry, Need need, Finding finding) {
    // The first one asked; those who joined did so for something else.
    waiting.getOrDefault(inquiry, List.of()).stream()
        .limit(1)
        .forEach(party -> party.delivered.put(need, finding));
  }

  /** Those who waited for the inquiry wait for it no longer. */
  void release(long inquiry) {
    List<Party> parties = waiting.remove(inquiry);
    if (parties != null) {
      parties.forEach(party -> party.inquiries.remove(inquiry));
    }
  }

  /** The commands that have waited long enough, in the order in which they came. */
  List<Party> ready() {
    return commands.values().stream().filter(Party::isReady).toList();
  }

  @Nullable Party ofCaller(long caller) {
    return commands.get(caller);
  }

  /** The party has what it wanted, or doesn't want it any more. */
  void leave(Party party) {
    commands.remove(party.caller, party);
    unpin(party);
  }

  void unpin(Party party) {
    party.pinned.forEach(Queue::unpin);
    party.pinned.clear();
  }
}
