package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands on whole queues, on all leases of a holder and on policies; docs/protocol.md. */
final class WholeQueues {
  /** Idle queues that one step forgets, so that no step is without bound. */
  private static final int FORGOTTEN_PER_STEP = 1000;

  private static final int DELETED_SAMPLE_MAX = 1000;

  private final SlotState state;
  private final Steps steps;
  private final Limits limits;

  /** Those that are under way, by caller. */
  private final Map<Long, Renewal> renewals = new HashMap<>();

  WholeQueues(SlotState state, Steps steps, Limits limits) {
    this.state = state;
    this.steps = steps;
    this.limits = limits;
  }

  void deleteQueue(long caller, QueueName name, @Nullable RequestId request, long now) {
    if (steps.isSettled(caller, request, Outcome.Delete.class, now)) {
      return;
    }
    Queue queue = state.queues().find(name);
    if (queue == null || queue.isIdle()) {
      steps.failForGood(
          caller,
          request,
          new Problem(ErrorCode.NOT_FOUND, "there is no queue %s".formatted(name)),
          now);
    } else {
      delete(caller, List.of(queue), request, now);
    }
  }

  void deleteMatching(long caller, Command.DeleteMatching command, long now) {
    if (steps.isSettled(caller, command.request(), Outcome.Delete.class, now)) {
      return;
    }
    List<Queue> matching = new ArrayList<>();
    for (Queue queue : state.queues().all()) {
      if (!queue.isIdle() && command.names().matches(queue.name)) {
        matching.add(queue);
      }
    }
    matching.sort((a, b) -> a.name.compareTo(b.name));
    if (command.dryRun()) {
      Reply.Deleted reply = deleted(matching, now);
      if (!state.unknowns().any()) {
        steps.answer(caller, reply);
      }
    } else if (matching.size() != command.expectedQueues()) {
      steps.failForGood(
          caller,
          command.request(),
          new Problem(
              ErrorCode.CONFLICT,
              "%d queues match, not %d".formatted(matching.size(), command.expectedQueues())),
          now);
    } else {
      delete(caller, matching, command.request(), now);
    }
  }

  private void delete(long caller, List<Queue> queues, @Nullable RequestId request, long now) {
    Reply.Deleted reply = deleted(queues, now);
    if (state.unknowns().any()) {
      return;
    }
    Edit edit = steps.edit(now);
    queues.forEach(edit::drop);
    steps.keep(edit, request, new Outcome.Delete(reply.queues(), reply.tasks()));
    steps.commitUnlessEmpty(edit, caller, reply);
  }

  private static Reply.Deleted deleted(List<Queue> queues, long now) {
    List<QueueStats> sample =
        queues.stream().limit(DELETED_SAMPLE_MAX).map(queue -> queue.stats(now)).toList();
    return new Reply.Deleted(sample, queues.size(), queues.stream().mapToLong(Queue::size).sum());
  }

  void pause(long caller, QueueName name, boolean paused, long now) {
    Queue existing = state.queues().find(name);
    boolean wasPaused = existing != null && existing.isPaused();
    Edit edit = steps.edit(now);
    if (wasPaused != paused) {
      edit.pause(edit.findOrCreate(name), paused);
    }
    steps.commitUnlessEmpty(edit, caller, new Reply.Paused(wasPaused));
  }

  /** Not one step but as many as it takes: a holder may have any number of leases. */
  void renewAll(long caller, Command.RenewAll command, long now) {
    Renewal renewal = renewals.computeIfAbsent(caller, _ -> new Renewal(state, steps, command));
    Reply reply = renewal.run(now);
    if (reply != null) {
      renewals.remove(caller);
      steps.answer(caller, reply);
    }
  }

  void setPolicies(long caller, long expectedVersion, List<Policy> policies, long now) {
    long version = state.policies().version();
    if (version != expectedVersion) {
      steps.fail(
          caller,
          new Problem(
              ErrorCode.CONFLICT,
              "the policies have version %d, not %d".formatted(version, expectedVersion)));
      return;
    }
    putPolicies(caller, new PolicyDocument(version + 1, policies), now);
  }

  void adoptPolicies(long caller, PolicyDocument document, long now) {
    if (document.version() <= state.policies().version()) {
      steps.answer(caller, new Reply.Policies(state.policies()));
    } else {
      putPolicies(caller, document, now);
    }
  }

  private void putPolicies(long caller, PolicyDocument document, long now) {
    Edit edit = steps.edit(now);
    edit.onCommit(
        new Change.PoliciesPut(document),
        () -> {
          state.setPolicies(document);
          steps.touch(state.queues().inTurn());
        });
    steps.commitOrFail(edit, caller, new Reply.Policies(document));
  }

  void forgetIdle(long now) {
    Edit edit = steps.edit(now);
    for (int i = 0; i < FORGOTTEN_PER_STEP && isForgettable(now); i++) {
      edit.drop(state.queues().longestIdle());
    }
    if (!edit.isEmpty()) {
      steps.commit(edit, List.of());
    }
  }

  private boolean isForgettable(long now) {
    return nextWakeMillis() <= now;
  }

  /** When an idle queue may be forgotten. */
  long nextWakeMillis() {
    long since = state.queues().idleSinceMillis();
    return since == Queue.NEVER ? Queue.NEVER : since + limits.idleQueueMillis();
  }
}
