package dev.millrace.queue;

import dev.millrace.queue.SlotFixture.Disk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Commands of every kind by a seed, many of which fail, on a few queues and PIDs. */
final class RandomHistory {
  /** Now and then there is no room. */
  private static final List<Disk> DISKS =
      List.of(
          Disk.EMPTY, Disk.EMPTY, Disk.EMPTY, Disk.EMPTY, Disk.EMPTY, Disk.RESERVE_ONLY, Disk.FULL);

  private static final List<OnConflict> ON_CONFLICT = List.of(OnConflict.values());

  private final SlotFixture slot;
  private final Random random;
  private final List<Held> held = new ArrayList<>();
  private long sequence;

  RandomHistory(SlotFixture slot, Random random) {
    this.slot = slot;
    this.random = random;
    slot.policies(
        SamplePolicy.of("q0")
            .maxAttempts(2)
            .backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(9)),
        SamplePolicy.of("q1").maxTasks(5).maxLeased(3),
        SamplePolicy.of("q2").rate(1, 2).maxLeaseTime(Duration.ofSeconds(5)));
  }

  void run(int commands) {
    for (int i = 0; i < commands; i++) {
      step();
    }
  }

  /** Executes one command and tells whether it failed. */
  boolean step() {
    slot.pass(Duration.ofMillis(random.nextInt(100) == 0 ? 700_000 : random.nextInt(3000)));
    slot.disk(anyOf(DISKS));
    long caller = slot.submit(command());
    if (slot.isWaiting(caller)) {
      return false;
    }
    Reply reply = slot.replyTo(caller);
    if (reply instanceof Reply.Granted(var tasks)) {
      tasks.forEach(task -> held.add(Held.of(task)));
    }
    return reply instanceof Reply.Failed;
  }

  private Command command() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6, 7 -> update();
      case 8, 9, 10, 11, 12 -> lease();
      case 13 -> new Command.Pause(QueueName.of(queue()), random.nextBoolean());
      case 14 -> seldom();
      default -> new Command.Tick();
    };
  }

  private Command seldom() {
    return switch (random.nextInt(5)) {
      case 0 -> new Command.DeleteQueue(QueueName.of(queue()), request());
      case 1 ->
          new Command.DeleteMatching(
              new NameFilter(null, NamePattern.of("q[01]")), 2, random.nextBoolean(), request());
      case 2 -> giveBack();
      default -> new Command.RenewAll("w" + random.nextInt(2), 5000, null);
    };
  }

  private Command giveBack() {
    long lease = held.isEmpty() ? 1 : held.getLast().lease();
    return new Command.GiveBack(
        lease,
        held.stream()
            .filter(one -> one.lease() == lease)
            .map(one -> new TaskName(one.queue(), one.pid()))
            .toList());
  }

  private Command update() {
    int count = 1 + random.nextInt(4);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(element());
    }
    return new Command.Update(elements, random.nextBoolean() ? request() : null);
  }

  private RequestId request() {
    return new RequestId("client", ++sequence);
  }

  private Command lease() {
    SampleLease lease =
        random.nextBoolean() ? SampleLease.from(queue(), queue()) : SampleLease.matching("q.");
    SampleLease sized =
        lease
            .max(1 + random.nextInt(4))
            .lasting(Duration.ofSeconds(1 + random.nextInt(20)))
            .waiting(Duration.ofSeconds(random.nextInt(3)))
            .by("w" + random.nextInt(2));
    return (random.nextBoolean() ? sized : sized.request("client", ++sequence)).command();
  }

  private Element element() {
    if (held.isEmpty() || random.nextInt(3) == 0) {
      return enqueue();
    }
    Held one = held.get(random.nextInt(held.size()));
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> one.dequeue();
      case 3 -> one.release();
      case 4 -> one.release(SampleElements.after(Duration.ofSeconds(2)));
      case 5 -> one.fail("failed");
      case 6 -> one.renew(Duration.ofSeconds(8));
      case 7 -> one.moveTo(queue(), random.nextBoolean() ? pid() : null);
      default -> SampleElements.cancel(queue(), pid());
    };
  }

  private Element enqueue() {
    return switch (random.nextInt(4)) {
      case 0 -> SampleElements.fifo(queue(), "fifo");
      case 1 -> SampleElements.enqueue(queue(), pid(), SampleElements.after(Duration.ofSeconds(3)));
      default ->
          SampleElements.enqueue(queue(), pid(), "data" + random.nextInt(9), anyOf(ON_CONFLICT));
    };
  }

  private <T> T anyOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private String queue() {
    return "q" + random.nextInt(4);
  }

  private String pid() {
    return "p" + random.nextInt(6);
  }
}
