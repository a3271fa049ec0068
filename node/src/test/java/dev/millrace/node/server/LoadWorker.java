package dev.millrace.node.server;

import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Task;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/** A client that enqueues, leases, dequeues and hands over, until the node is gone or refuses. */
final class LoadWorker implements Runnable {
  static final List<String> QUEUES = List.of("/plain", "g1/a", "g1/b", "g2/a");

  private final Client client;
  private final Ledger ledger;
  private final RandomGenerator random;
  private final Semaphore acknowledged;
  private final Queue<StatusRuntimeException> refusals;
  private final List<Durability> durabilities;
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  private record Held(String queue, String token, long lease) {}

  LoadWorker(
      Client client,
      Ledger ledger,
      RandomGenerator random,
      Semaphore acknowledged,
      Queue<StatusRuntimeException> refusals,
      List<Durability> durabilities) {
    this.client = client;
    this.ledger = ledger;
    this.random = random;
    this.acknowledged = acknowledged;
    this.refusals = refusals;
    this.durabilities = durabilities;
  }

  @Override
  public void run() {
    try {
      while (true) {
        step();
        acknowledged.release();
      }
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
        refusals.add(e);
      }
    }
  }

  private void step() {
    String queue = QUEUES.get(random.nextInt(QUEUES.size()));
    int dice = random.nextInt(10);
    if (dice < 5 || (dice >= 8 && held.size() < 5)) {
      enqueue(queue, 1 + random.nextInt(3));
    } else if (dice < 8) {
      lease(queue, 1 + random.nextInt(3));
    } else if (dice == 8) {
      finish(held.removeFirst());
    } else {
      handOver(held.removeFirst());
    }
  }

  private void enqueue(String queue, int count) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tokens.add(ledger.newToken(queue));
    }
    ledger.sent(tokens, List.of());
    update(tokens.stream().map(token -> Client.enqueue(queue, token)).toList());
    ledger.acknowledged(tokens, List.of());
  }

  private void lease(String queue, int count) {
    for (Task task : client.lease(queue, count, durability())) {
      String token = task.getPid().toStringUtf8();
      ledger.leased(token, task.getLease());
      held.addLast(new Held(queue, token, task.getLease()));
    }
  }

  private void finish(Held done) {
    ledger.sent(List.of(), List.of(done.token));
    update(List.of(Client.dequeue(done.queue, done.token, done.lease)));
    ledger.acknowledged(List.of(), List.of(done.token));
  }

  /** Dequeues and enqueues the next one in one update: either both or none. */
  private void handOver(Held done) {
    String next = ledger.newToken(done.queue);
    ledger.sent(List.of(next), List.of(done.token));
    update(
        List.of(
            Client.dequeue(done.queue, done.token, done.lease), Client.enqueue(done.queue, next)));
    ledger.acknowledged(List.of(next), List.of(done.token));
  }

  private void update(List<Element> elements) {
    client.update(elements, durability());
  }

  private Durability durability() {
    return durabilities.get(random.nextInt(durabilities.size()));
  }
}
