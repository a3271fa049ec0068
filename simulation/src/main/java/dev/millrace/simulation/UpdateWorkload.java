package dev.millrace.simulation;

import dev.millrace.queue.Condition;
import dev.millrace.queue.Element;
import dev.millrace.queue.Limits;
import dev.millrace.queue.OnConflict;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Start;
import dev.millrace.queue.Task;
import dev.millrace.simulation.Knowledge.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws the elements of updates. */
final class UpdateWorkload {
  private final Dice dice;
  private final Limits limits;
  private final Vocabulary names;
  private final Knowledge knowledge;
  private long lastToken;

  UpdateWorkload(Dice dice, Limits limits, Vocabulary names, Knowledge knowledge) {
    this.dice = dice;
    this.limits = limits;
    this.names = names;
    this.knowledge = knowledge;
  }

  List<Element> wild(String group) {
    int count = dice.chance(0.01) ? limits.elementsMax() + 1 : 1 + dice.weighted(50, 25, 15, 10);
    var elements = new ArrayList<Element>();
    for (int i = 0; i < count; i++) {
      elements.add(element(group));
    }
    if (count > 1 && dice.chance(0.15)) {
      elements.set(
          count - 1, new Element.Expect(new Condition.TaskExists(queue(group), Pid.of("never"))));
    }
    return elements;
  }

  private QueueName queue(String group) {
    return dice.pick(names.wildQueues(group));
  }

  private Element element(String group) {
    return switch (dice.weighted(45, 18, 8, 8, 10, 9, 6)) {
      case 0 -> enqueue(group);
      case 1 -> dequeue(group);
      case 2 -> new Element.Dequeue(queue(group), pidIn(group), Task.NO_LEASE);
      case 3 -> renew(group);
      case 4 -> release(group);
      case 5 -> move(group);
      default -> new Element.Expect(condition(group));
    };
  }

  private Element enqueue(String group) {
    Held held = held(group);
    if (held != null && dice.chance(0.15)) {
      return new Element.Enqueue(held.queue(), held.pid(), data(), start(), OnConflict.AGAIN, null);
    }
    QueueName queue = queue(group);
    if (dice.chance(0.05)) {
      return enqueueAll(queue, this::data);
    }
    return new Element.Enqueue(
        queue,
        dice.chance(0.15) ? null : pid(queue),
        data(),
        start(),
        dice.pick(OnConflict.values()),
        dice.chance(0.15) ? condition(group) : null);
  }

  private Payload data() {
    if (dice.chance(0.02)) {
      return dice.chance(0.5) ? Payload.EMPTY : Payload.of("t" + "y".repeat(limits.dataBytesMax()));
    }
    return Token.data(++lastToken);
  }

  private Start start() {
    return switch (dice.weighted(70, 20, 10)) {
      case 0 -> new Start.Now();
      case 1 -> new Start.After(dice.chance(0.2) ? 0 : dice.millis(1, 60));
      default -> new Start.NotBefore(SimulatedTime.START_MILLIS + dice.between(0, 5_000));
    };
  }

  private Condition condition(String group) {
    QueueName queue = queue(group);
    return switch (dice.below(4)) {
      case 0 -> new Condition.QueueEmpty(queue);
      case 1 -> new Condition.QueueAtMost(queue, dice.below(4));
      case 2 -> new Condition.TaskExists(queue, pid(queue));
      default -> new Condition.TaskAbsent(queue, pid(queue));
    };
  }

  /**
   * Mostly one of few PIDs; sometimes a FIFO PID that was given, will be given, or only looks like
   * one.
   */
  Pid pid(QueueName queue) {
    var fifo = knowledge.fifo(queue.group());
    if (!fifo.isEmpty() && dice.chance(0.1)) {
      return dice.pick(fifo).pid();
    }
    return switch (dice.weighted(94, 2, 2, 2)) {
      case 0 -> dice.pick(Vocabulary.PIDS);
      case 1 -> FifoForm.of(dice.between(1, 1000), 0);
      case 2 -> FifoForm.of(Long.MAX_VALUE - dice.below(1000), 3);
      default -> Pid.of("@0000000000OOO.0000");
    };
  }

  private Pid pidIn(String group) {
    return pid(queue(group));
  }

  /** A task that was leased, if any was; its lease may have ended since. */
  private @Nullable Held held(String group) {
    List<Held> held = knowledge.held(group);
    if (held.isEmpty()) {
      return null;
    }
    return dice.chance(0.6) ? held.getLast() : dice.pick(held);
  }

  private Element dequeue(String group) {
    Held held = held(group);
    return held == null
        ? enqueue(group)
        : new Element.Dequeue(held.queue(), held.pid(), lease(held));
  }

  /** The number of the lease, or one that was never given. */
  private long lease(Held held) {
    return dice.chance(0.97) ? held.lease() : held.lease() + dice.between(1, 3);
  }

  private Element renew(String group) {
    Held held = held(group);
    return held == null
        ? enqueue(group)
        : new Element.Renew(held.queue(), held.pid(), lease(held), dice.millis(1, 80));
  }

  private Element release(String group) {
    Held held = held(group);
    if (held == null) {
      return enqueue(group);
    }
    Start start = dice.chance(0.6) ? new Start.Now() : start();
    boolean failed = dice.chance(0.5);
    return new Element.Release(
        held.queue(), held.pid(), lease(held), start, failed, failed ? "why" : "");
  }

  private Element move(String group) {
    Held held = dice.chance(0.5) ? held(group) : null;
    QueueName from = held == null ? queue(group) : held.queue();
    Pid pid = held == null ? pid(from) : held.pid();
    QueueName to = queue(group);
    return new Element.Move(
        from,
        pid,
        held == null || dice.chance(0.3) ? Task.NO_LEASE : lease(held),
        to,
        dice.chance(0.2) ? null : pid(to),
        start(),
        dice.chance(0.3));
  }

  /**
   * An update of the quiet group: new tasks with PIDs of their own, work on leased ones, or a baton
   * handed on.
   */
  List<Element> quiet() {
    Held held = held(Vocabulary.QUIET);
    if (held == null || dice.chance(0.4)) {
      var elements = new ArrayList<Element>();
      for (int i = dice.below(3); i >= 0; i--) {
        elements.add(quietEnqueue());
      }
      return elements;
    }
    if (Token.isBaton(held.task().data())) {
      return handOn(held);
    }
    var elements = new ArrayList<Element>();
    elements.add(quietWork(held));
    if (dice.chance(0.5)) {
      elements.add(quietEnqueue());
    }
    return elements;
  }

  private Element quietEnqueue() {
    QueueName queue = dice.pick(Vocabulary.QUIET_QUEUES);
    if (dice.chance(0.1)) {
      return enqueueAll(queue, () -> Token.data(++lastToken));
    }
    Payload data = Token.data(++lastToken);
    Pid pid = dice.chance(0.5) ? null : Pid.of("u" + dice.below(3) + "-" + lastToken);
    Start start = dice.chance(0.8) ? new Start.Now() : new Start.After(dice.millis(1, 60));
    return new Element.Enqueue(
        queue, pid, data, start, dice.pick(OnConflict.KEEP, OnConflict.FAIL), null);
  }

  private Element enqueueAll(QueueName queue, Supplier<Payload> data) {
    return new Element.EnqueueAll(queue, Stream.generate(data).limit(1 + dice.below(4)).toList());
  }

  private Element quietWork(Held held) {
    QueueName queue = held.queue();
    return switch (dice.weighted(60, 15, 15, 10)) {
      case 0 -> new Element.Dequeue(queue, held.pid(), held.lease());
      case 1 -> new Element.Renew(queue, held.pid(), held.lease(), dice.millis(1, 80));
      case 2 ->
          new Element.Release(
              queue, held.pid(), held.lease(), new Start.Now(), dice.chance(0.5), "why");
      default -> new Element.Release(queue, held.pid(), held.lease(), start(), false, "");
    };
  }

  private List<Element> handOn(Held held) {
    QueueName next = dice.pick(Vocabulary.RING);
    Pid pid = dice.chance(0.5) ? null : held.pid();
    Element put =
        new Element.Enqueue(next, pid, held.task().data(), new Start.Now(), OnConflict.FAIL, null);
    Element take = new Element.Dequeue(held.queue(), held.pid(), held.lease());
    var elements = new ArrayList<>(List.of(take, put));
    if (dice.chance(0.2)) {
      elements.add(
          new Element.Expect(new Condition.QueueEmpty(dice.pick(Vocabulary.QUIET_QUEUES))));
    }
    return elements;
  }
}
