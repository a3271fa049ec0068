package dev.millrace.node;

import dev.millrace.journal.Reservation;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was executed together: the steps to make durable, and what waits for that: answers, and
 * layers that the store may take then. Filled by the execute side, then handed to the journal side.
 */
public final class Batch {
  private final List<Reservation> steps = new ArrayList<>();
  private final Map<Durability, List<Held>> held = new EnumMap<>(Durability.class);
  private final List<FrozenLayer> layers = new ArrayList<>();
  private final List<Runnable> followers = new ArrayList<>();
  private final long timeMillis;
  private long bytes;

  /** An answer that may not leave yet. */
  record Held(Call call, Answer answer) {
    void leave() {
      call.answer(answer);
    }
  }

  Batch(long timeMillis) {
    this.timeMillis = timeMillis;
  }

  void add(Reservation step, int stepBytes) {
    steps.add(step);
    bytes += stepBytes;
  }

  void hold(Call call, Answer answer) {
    held.computeIfAbsent(call.durability(), _ -> new ArrayList<>()).add(new Held(call, answer));
  }

  void add(List<FrozenLayer> frozen) {
    layers.addAll(frozen);
  }

  /** Has something done when the batch is durable and its layers are handed on. */
  void follow(Runnable action) {
    followers.add(action);
  }

  List<Reservation> steps() {
    return steps;
  }

  /** What the store may take once the batch is durable. */
  public List<FrozenLayer> layers() {
    return layers;
  }

  List<Runnable> followers() {
    return followers;
  }

  /** When it was executed. */
  long timeMillis() {
    return timeMillis;
  }

  /** Encoded steps. */
  public long bytes() {
    return bytes;
  }

  /** Whether there is something to make durable. */
  public boolean hasSteps() {
    return !steps.isEmpty();
  }

  public boolean isEmpty() {
    return steps.isEmpty() && held.isEmpty() && layers.isEmpty() && followers.isEmpty();
  }

  /** Whether an answer waits for this durability. */
  boolean holds(Durability awaited) {
    return held.containsKey(awaited);
  }

  /** Takes the answers that wait for this durability. */
  List<Held> takeHeld(Durability reached) {
    List<Held> taken = held.remove(reached);
    return taken == null ? List.of() : taken;
  }

  /** Answers all that have no answer yet with a failure. */
  void fail(Problem problem) {
    held.values().stream().flatMap(List::stream).forEach(one -> one.call.fail(problem));
    held.clear();
  }
}
