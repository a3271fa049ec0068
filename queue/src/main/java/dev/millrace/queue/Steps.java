package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.RequestWindow.Seen;
import dev.millrace.queue.Room.Kind;
import dev.millrace.queue.Step.Answer;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps that a command becomes. Makes an {@link Edit} final: its changes are encoded and the
 * journal's {@link Room} is asked for, then it takes effect or is taken back whole.
 */
final class Steps {
  private static final Problem DISK_FULL =
      new Problem(
          ErrorCode.DISK_FULL, "the journal has no room: only what makes queues shorter is taken");

  private static final Problem OVERLOADED =
      new Problem(
          ErrorCode.OVERLOADED,
          "changes come faster than the store takes them: only what makes queues shorter is taken");

  /** What is due but finds no room is tried again after this time, not at once and for ever. */
  private static final long RETRY_AFTER_MILLIS = 1000;

  /** About what is copied of a change, at most. */
  private static final int CHANGE_BYTES_MAX = 320;

  private final SlotState state;
  private final Room room;

  /** Where steps are encoded, one after the other. */
  private final BytesOut encoding = new BytesOut();

  private List<Step> steps = new ArrayList<>(1);
  private long retryMillis;
  private Problem refusal = DISK_FULL;

  /** Queues that a step touched: they may have something to give to those who wait. */
  private final SmallMap<Queue, Queue> touched = new SmallMap<>();

  private final Edit onlyEdit;

  Steps(SlotState state, Room room) {
    this.state = state;
    this.room = room;
    this.onlyEdit = new Edit(state);
  }

  /** The steps since this was called last. */
  List<Step> take() {
    List<Step> taken = steps;
    steps = new ArrayList<>(1);
    return taken;
  }

  boolean hasTouched() {
    return !touched.isEmpty();
  }

  /** The queues that were touched since this was called last. */
  List<Queue> takeTouched() {
    List<Queue> taken = List.copyOf(touched.keys());
    touched.clear();
    return taken;
  }

  /** Nobody wants what the touched queues have. */
  void forgetTouched() {
    touched.clear();
  }

  void touch(Collection<Queue> queues) {
    for (Queue queue : queues) {
      if (touched.get(queue) == null) {
        touched.add(queue, queue);
      }
    }
  }

  /** Before this time there is no sense in trying again what found no room. */
  long retryMillis() {
    return retryMillis;
  }

  /** Begins a step; the one before has ended. */
  Edit edit(long nowMillis) {
    onlyEdit.begin(nowMillis);
    return onlyEdit;
  }

  void answer(long caller, Reply reply) {
    steps.add(
        new Step(
            state.lastTicket(),
            state.timeMillis(),
            List.of(),
            Encoded.EMPTY,
            List.of(new Answer(caller, reply))));
  }

  void fail(long caller, Problem problem) {
    answer(caller, new Failed(problem));
  }

  /** Makes the edit a step with this answer, or takes it back when the journal has no room. */
  boolean commit(Edit edit, List<Answer> answers) {
    return commit(edit, edit.isGrowth() ? Kind.GROWTH : Kind.COMPLETION, answers);
  }

  boolean commit(Edit edit, Kind kind, List<Answer> answers) {
    List<Change> changes = edit.changes();
    encoding.clear(Math.min(edit.bytes(), (long) CHANGE_BYTES_MAX * changes.size()));
    Encoded encoded = StepCodec.encode(edit.ticket(), edit.nowMillis(), changes, encoding);
    Room.Answer answer = room.tryTake(encoded.length(), kind);
    if (answer != Room.Answer.TAKEN) {
      edit.rollback();
      refusal = answer == Room.Answer.OVERLOADED ? OVERLOADED : DISK_FULL;
      if (answers.isEmpty()) {
        retryMillis = edit.nowMillis() + RETRY_AFTER_MILLIS;
      }
      return false;
    }
    state.setLastTicket(edit.ticket());
    touch(edit.touched());
    edit.commit();
    steps.add(new Step(edit.ticket(), edit.nowMillis(), changes, encoded, answers));
    return true;
  }

  void commitOrFail(Edit edit, long caller, Reply reply) {
    if (!commit(edit, List.of(new Answer(caller, reply)))) {
      fail(caller, refusal);
    }
  }

  /** Why the last edit that found no room didn't. */
  Problem refusal() {
    return refusal;
  }

  void commitUnlessEmpty(Edit edit, long caller, Reply reply) {
    if (edit.isEmpty()) {
      answer(caller, reply);
    } else {
      commitOrFail(edit, caller, reply);
    }
  }

  /**
   * Answers a request that was executed before, or is too old to tell, unless something has to be
   * read for that; false when it is new.
   *
   * @param kind what a request like this is kept as when it succeeds
   */
  boolean isSettled(
      long caller, @Nullable RequestId request, Class<? extends Outcome> kind, long now) {
    switch (state.requests().look(request, now)) {
      case Seen.New() -> {
        return false;
      }
      case Seen.TooOld() ->
          fail(
              caller,
              new Problem(
                  ErrorCode.REQUEST_TOO_OLD,
                  "the outcome of this request isn't kept any more; it was not executed now"));
      case Seen.Before(var outcome) -> {
        if (kind.isInstance(outcome) || outcome instanceof Outcome.Failure) {
          Reply reply = repeated(outcome, now);
          if (!state.unknowns().any()) {
            answer(caller, reply);
          }
        } else {
          fail(
              caller,
              new Problem(ErrorCode.INVALID, "another kind of call has used this request id"));
        }
      }
    }
    return true;
  }

  private Reply repeated(Outcome outcome, long now) {
    return switch (outcome) {
      case Outcome.Update(var reply) -> reply;
      case Outcome.Failure(var problem) -> new Failed(problem);
      case Outcome.Delete(long queues, long tasks) -> new Reply.Deleted(List.of(), queues, tasks);
      case Outcome.Grant(long lease, var names) -> new Granted(stillHeld(lease, names, now));
    };
  }

  private List<LeasedTask> stillHeld(long lease, List<TaskName> names, long now) {
    List<LeasedTask> held = new ArrayList<>();
    for (TaskName name : names) {
      Queue queue = state.queues().find(name.queue());
      Task task = queue == null ? null : queue.find(name.pid());
      if (task != null
          && task.lease() == lease
          && task.state() instanceof Leased leased
          && leased.untilMillis() > now) {
        held.add(new LeasedTask(name.queue(), task));
      }
    }
    return held;
  }

  void keep(Edit edit, @Nullable RequestId request, Outcome outcome) {
    if (request != null) {
      edit.keep(new RequestKept(request, edit.nowMillis(), outcome));
    }
  }

  /** Fails a request in a way that its repetitions will fail too. */
  void failForGood(long caller, @Nullable RequestId request, Problem problem, long now) {
    if (request == null) {
      fail(caller, problem);
      return;
    }
    Edit edit = edit(now);
    keep(edit, request, new Outcome.Failure(problem));
    commitOrFail(edit, caller, new Failed(problem));
  }
}
