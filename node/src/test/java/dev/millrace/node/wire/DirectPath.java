package dev.millrace.node.wire;

import dev.millrace.node.AnswerGroup;
import dev.millrace.node.CommandPath;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A command path of real slots without a journal: a command is executed, and answered, inside
 * {@link #submit}. Its time is moved by hand. A test may hold answers back, as a slow disk would,
 * or have commands refused.
 */
final class DirectPath implements CommandPath {
  private static final long START_MILLIS = 1_700_000_000_000L;

  /** Longer than any test should have to wait for something that happens on another thread. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** A command as it was submitted. */
  record Submitted(int slot, Command command, Durability durability, long expiryNanos) {}

  private record Delivery(Consumer<Answer> onAnswer, Answer answer) {
    void deliver() {
      onAnswer.accept(answer);
    }
  }

  // All guarded by this.
  private final Slot[] slots;
  private final Map<Long, Consumer<Answer>> callers = new HashMap<>();
  private final List<Submitted> submitted = new ArrayList<>();
  private final List<Delivery> held = new ArrayList<>();
  private Predicate<Submitted> isRefused = _ -> false;
  private @Nullable Problem refusal;
  private boolean holds;
  private long nowMillis = START_MILLIS;
  private long lastCaller;

  DirectPath(int slots, Limits limits) {
    this.slots = new Slot[slots];
    for (int i = 0; i < slots; i++) {
      this.slots[i] = new Slot(i, limits, Room.UNLIMITED);
      this.slots[i].open(1, nowMillis);
    }
  }

  @Override
  public int slots() {
    return slots.length;
  }

  @Override
  public Pending submit(
      int slot,
      Command command,
      Durability durability,
      long expiryNanos,
      Consumer<Answer> onAnswer) {
    var request = new Submitted(slot, command, durability, expiryNanos);
    List<Delivery> due;
    long caller;
    synchronized (this) {
      submitted.add(request);
      notifyAll();
      caller = ++lastCaller;
      if (refusal != null && isRefused.test(request)) {
        due = List.of(new Delivery(onAnswer, new Answer(slot, 0, new Failed(refusal))));
      } else {
        callers.put(caller, onAnswer);
        due = execute(slot, caller, command);
      }
    }
    due.forEach(Delivery::deliver);
    return () -> cancel(slot, caller);
  }

  private void cancel(int slot, long caller) {
    List<Delivery> due;
    synchronized (this) {
      submitted.add(new Submitted(slot, new Command.Cancel(caller), Durability.OS, Long.MAX_VALUE));
      notifyAll();
      due = execute(slot, ++lastCaller, new Command.Cancel(caller));
    }
    due.forEach(Delivery::deliver);
  }

  private synchronized List<Delivery> execute(int slot, long caller, Command command) {
    List<Delivery> due = new ArrayList<>();
    for (Step step : slots[slot].execute(caller, command, nowMillis)) {
      for (var answer : step.answers()) {
        Consumer<Answer> onAnswer = callers.remove(answer.caller());
        if (onAnswer != null) {
          due.add(new Delivery(onAnswer, new Answer(slot, step.ticket(), answer.reply())));
        }
      }
    }
    if (holds) {
      held.addAll(due);
      notifyAll();
      return List.of();
    }
    return due;
  }

  /** Lets time pass, and does what that makes due. */
  void advance(Duration time) {
    List<Delivery> due = new ArrayList<>();
    synchronized (this) {
      nowMillis += time.toMillis();
      for (int slot = 0; slot < slots.length; slot++) {
        due.addAll(execute(slot, ++lastCaller, new Command.Tick()));
      }
    }
    due.forEach(Delivery::deliver);
  }

  /** Keeps every answer until {@link #release}. */
  synchronized void hold() {
    holds = true;
  }

  /** Lets them go, as one group. */
  void release() {
    List<Delivery> due;
    synchronized (this) {
      holds = false;
      due = List.copyOf(held);
      held.clear();
    }
    AnswerGroup.give(() -> due.forEach(Delivery::deliver));
  }

  /** Doesn't take commands like these any more. */
  synchronized void refuse(Problem problem, Predicate<Submitted> commands) {
    refusal = problem;
    isRefused = commands;
  }

  /** All commands of a kind, in the order in which they came. */
  synchronized List<Submitted> submitted(Class<? extends Command> kind) {
    return submitted.stream().filter(one -> kind.isInstance(one.command())).toList();
  }

  /** Waits until so many commands of a kind have come. */
  synchronized void await(Class<? extends Command> kind, int times) {
    await(() -> submitted(kind).size() >= times, kind.getSimpleName());
  }

  /** Waits until so many calls have no answer, because they wait or it is held back. */
  synchronized void awaitUnanswered(int calls) {
    await(() -> callers.size() + held.size() == calls, calls + " calls under way");
  }

  private synchronized void await(BooleanSupplier happened, String what) {
    long until = System.nanoTime() + PATIENCE_NANOS;
    try {
      while (!happened.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("waited in vain for " + what);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
