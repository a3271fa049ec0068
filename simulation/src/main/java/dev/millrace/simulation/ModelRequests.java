package dev.millrace.simulation;

import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.TaskName;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of requests that the {@link Model} knows; docs/protocol.md, "Retried requests".
 *
 * <p>When exactly an outcome is forgotten is the engine's business, so the model knows only which
 * may be. It never lets a request run twice.
 */
final class ModelRequests {
  private final Limits limits;
  private final TreeMap<String, TreeMap<Long, Kept>> kept = new TreeMap<>();

  /** Numbers up to this are refused: the engine said so, or the client. */
  private final TreeMap<String, Long> forgotten = new TreeMap<>();

  private int life;

  ModelRequests(Limits limits) {
    this.limits = limits;
  }

  /** What a repetition is answered. */
  sealed interface Outcome {
    record Same(Reply reply) implements Outcome {}

    /** The tasks of these that the lease still holds. */
    record Grant(long lease, List<TaskName> tasks) implements Outcome {}
  }

  record Kept(Outcome outcome, long timeMillis, int life) {}

  /** What to do with a request. */
  sealed interface Decision {
    /** It was never executed. */
    record Execute() implements Decision {}

    /** It was; if {@code orTooOld}, the outcome may be forgotten by now. */
    record Repeat(Outcome outcome, boolean orTooOld, boolean fromEarlierLife) implements Decision {}

    record TooOld() implements Decision {}

    /** It wasn't executed, and others of that client may be forgotten. */
    record ExecuteOrTooOld() implements Decision {}
  }

  ModelRequests copy() {
    var copy = new ModelRequests(limits);
    kept.forEach((client, outcomes) -> copy.kept.put(client, new TreeMap<>(outcomes)));
    copy.forgotten.putAll(forgotten);
    copy.life = life;
    return copy;
  }

  /** What was kept so far was kept by an earlier process. */
  void restarted() {
    life++;
  }

  Decision decide(@Nullable RequestId request, long nowMillis) {
    if (request == null) {
      return new Decision.Execute();
    }
    Kept known = of(request.client()).get(request.sequence());
    boolean tooOld = request.sequence() <= forgotten.getOrDefault(request.client(), 0L);
    boolean doubtful =
        of(request.client()).tailMap(request.sequence()).values().stream()
            .anyMatch(other -> mayBeForgotten(other, nowMillis));
    if (known != null) {
      return new Decision.Repeat(known.outcome, tooOld || doubtful, known.life < life);
    }
    if (tooOld) {
      return new Decision.TooOld();
    }
    return doubtful ? new Decision.ExecuteOrTooOld() : new Decision.Execute();
  }

  void keep(@Nullable RequestId request, Outcome outcome, long nowMillis) {
    if (request != null) {
      var outcomes = kept.computeIfAbsent(request.client(), _ -> new TreeMap<>());
      outcomes.put(request.sequence(), new Kept(outcome, nowMillis, life));
      if (request.settled() > 0) {
        outcomes.headMap(request.settled(), true).clear();
        forgotten.merge(request.client(), request.settled(), Math::max);
      }
    }
  }

  /** The engine has refused this number as too old, which it may; it must do so from now on. */
  void forget(RequestId request) {
    of(request.client()).remove(request.sequence());
    forgotten.merge(request.client(), request.sequence(), Math::max);
  }

  private SortedMap<Long, Kept> of(String client) {
    return kept.getOrDefault(client, new TreeMap<>());
  }

  /** By age, or because the engine has so little room for outcomes that only it can say. */
  private boolean mayBeForgotten(Kept outcome, long nowMillis) {
    return nowMillis - outcome.timeMillis >= limits.keptRequestsMillis()
        || limits.keptRequestsBytesMax() < Limits.DEFAULT.keptRequestsBytesMax();
  }
}
