package dev.millrace.bench.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Clients that ask as their phases say, one phase behind the other. Without a thread; time is given
 * to it.
 */
final class Swarm {
  /** How many clients ask at once in a closed loop: enough to keep a node busy, and no more. */
  private static final int CLOSED_CLIENTS = 256;

  private final List<? extends SwarmClient> clients;
  private final int streams;
  private final RandomGenerator random;

  private List<Phase> phases = List.of();
  private List<Tally> tallies = new ArrayList<>();

  /** Of the current phase; none in a closed loop. */
  private @Nullable Arrivals arrivals;

  private long phaseEnd;

  /** Whose turn it is in a closed loop. */
  private int turn;

  /**
   * @param streams how many of the clients count one by one; they come first
   */
  Swarm(List<? extends SwarmClient> clients, int streams, RandomGenerator random) {
    this.clients = List.copyOf(clients);
    this.streams = streams;
    this.random = random;
  }

  void begin(List<Phase> all, long nowNanos) {
    phases = List.copyOf(all);
    tallies = new ArrayList<>();
    next(nowNanos);
  }

  private void next(long startNanos) {
    Phase phase = phases.get(tallies.size());
    tallies.add(new Tally(phase, streams, startNanos));
    phaseEnd = startNanos + phase.totalNanos();
    arrivals = phase.isClosed() ? null : new Arrivals(random, phase, clients.size(), startNanos);
  }

  /** Sends what is due; false when all phases are over. */
  boolean tick(long nowNanos) {
    while (true) {
      send(Math.min(nowNanos, phaseEnd));
      if (nowNanos < phaseEnd) {
        return true;
      }
      if (tallies.size() == phases.size()) {
        return false;
      }
      next(phaseEnd);
    }
  }

  private void send(long untilNanos) {
    Tally tally = tallies.getLast();
    int burst = tally.phase().burst();
    Arrivals open = arrivals;
    if (open == null) {
      sendInTurn(tally, untilNanos, burst);
      return;
    }
    while (open.nextNanos() < untilNanos) {
      clients.get(open.pickClient()).issue(tally, open.nextNanos(), burst);
      open.advance();
    }
  }

  /**
   * In a closed loop all clients ask, in turn: so the node has the same queues and as many tasks as
   * in an open one.
   */
  private void sendInTurn(Tally tally, long nowNanos, int burst) {
    int asking = 0;
    for (SwarmClient client : clients.subList(0, streams)) {
      asking += client.underWay() > 0 ? 1 : 0;
    }
    for (int i = 0; i < streams && asking < CLOSED_CLIENTS; i++) {
      SwarmClient client = clients.get(turn);
      turn = (turn + 1) % streams;
      if (client.underWay() == 0) {
        client.issue(tally, nowNanos, burst);
        asking++;
      }
    }
  }

  long underWay() {
    return clients.stream().mapToLong(SwarmClient::underWay).sum();
  }

  /** No answer is waited for any more. */
  List<Tally> end() {
    tallies.forEach(Tally::end);
    return tallies();
  }

  /** One of each phase that has begun. */
  List<Tally> tallies() {
    return List.copyOf(tallies);
  }

  List<? extends SwarmClient> clients() {
    return clients;
  }
}
