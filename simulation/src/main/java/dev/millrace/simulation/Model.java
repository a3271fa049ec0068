package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Pid;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskName;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Leased;
import dev.millrace.simulation.ModelRequests.Outcome;
import dev.millrace.simulation.ModelWaiters.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A slot as docs/protocol.md describes it, in the simplest way: says for each command what it must
 * answer.
 *
 * <p>Written from that page and not from the engine. It knows no journal, no bytes and no steps:
 * {@link StepFollower} tells it which command comes next, with which ticket, and when a deadline
 * takes effect.
 */
final class Model {
  /** Queues that the answer to a delete shows. */
  static final int DELETED_SAMPLE_MAX = 1000;

  ModelState state;
  final ModelWaiters waiters;

  Model(Limits limits, Marks marks) {
    this(new ModelState(limits, marks), new ModelWaiters());
  }

  private Model(ModelState state, ModelWaiters waiters) {
    this.state = state;
    this.waiters = waiters;
  }

  /** What a command must answer, and whether it changes anything; without an answer it waits. */
  record Prediction(Optional<Reply> reply, boolean changed) {
    static Prediction looked(Reply reply) {
      return new Prediction(Optional.of(reply), false);
    }

    static Prediction changed(Reply reply) {
      return new Prediction(Optional.of(reply), true);
    }

    static Prediction failed(ErrorCode code) {
      return looked(new Reply.Failed(new Problem(code, "")));
    }
  }

  Model copy() {
    return new Model(state.copy(), waiters.copy());
  }

  /** The model as it is after a restart: nobody waits, and what isn't journaled is forgotten. */
  Model restarted() {
    var next = new Model(state.copy(), new ModelWaiters());
    next.state.queues.values().forEach(ModelQueue::restart);
    next.state.requests.restarted();
    return next;
  }

  void advanceTo(long nowMillis) {
    state.timeMillis = Math.max(state.timeMillis, nowMillis);
  }

  /**
   * Executes a command.
   *
   * @param ticket of the step if it changes something
   */
  Prediction execute(long caller, Command command, long ticket) {
    var looks = new ModelLooks(state);
    return switch (command) {
      case Command.Update update -> update(update, ticket);
      case Command.Lease lease -> lease(caller, lease, ticket);
      case Command.GiveBack(long lease, var tasks) -> giveBack(lease, tasks);
      case Command.Get get -> Prediction.looked(looks.get(get));
      case Command.Peek peek -> Prediction.looked(looks.peek(peek));
      case Command.Survey survey -> Prediction.looked(looks.survey(survey));
      case Command.Rank(var survey) -> Prediction.looked(looks.rank(survey));
      case Command.Show(var queues) -> Prediction.looked(looks.show(queues));
      case Command.DeleteQueue(var queue, var request) -> delete(queue, request);
      case Command.DeleteMatching delete -> deleteMatching(delete);
      case Command.Pause(var queue, boolean paused) -> pause(queue, paused);
      case Command.RenewAll renew -> renewAll(renew);
      case Command.GetPolicies() -> Prediction.looked(new Reply.Policies(state.policies));
      case Command.SetPolicies set -> setPolicies(set);
      case Command.AdoptPolicies(var document) -> adopt(document);
      case Command.Cancel _, Command.Tick _ -> Prediction.looked(new Reply.Done());
    };
  }

  /** What a request that was executed before must answer. */
  Reply repeat(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Same(var reply) -> reply;
      case Outcome.Grant(long lease, var tasks) -> new Reply.Granted(stillHeld(lease, tasks, true));
    };
  }

  private List<Reply.LeasedTask> stillHeld(long lease, List<TaskName> tasks, boolean unexpired) {
    var held = new ArrayList<Reply.LeasedTask>();
    for (TaskName name : tasks) {
      Task task = state.task(name.queue(), name.pid());
      if (task != null
          && task.state() instanceof Leased(_, _, long until)
          && task.lease() == lease
          && !(unexpired && state.isDue(until))) {
        held.add(new Reply.LeasedTask(name.queue(), task));
      }
    }
    return held;
  }

  /** Whether a command is refused for its size alone, whatever its request. */
  boolean isTooLarge(Command command) {
    return switch (command) {
      case Command.Update update -> update.size() > state.limits.elementsMax();
      case Command.Lease lease -> lease.maxTasks() > state.limits.leaseTasksMax();
      default -> false;
    };
  }

  private Prediction update(Command.Update update, long ticket) {
    if (isTooLarge(update)) {
      return Prediction.failed(ErrorCode.TOO_LARGE);
    }
    ModelState before = state.copy();
    var elements = new ModelUpdate(state, ticket);
    var results = new ArrayList<ElementResult>();
    try {
      int number = 0;
      for (Element element : update.elements()) {
        results.add(elements.apply(element, number));
        number += element.size();
      }
    } catch (ModelUpdate.Refused e) {
      state = before;
      var problem = new Problem(e.code, "", results.size());
      return kept(update.request(), new Reply.Failed(problem), false);
    }
    return kept(update.request(), new Reply.Updated(results), elements.changed);
  }

  /** The outcome of a request is kept, and that is a change. */
  private Prediction kept(@Nullable RequestId request, Reply reply, boolean changed) {
    state.requests.keep(request, new Outcome.Same(reply), state.timeMillis);
    return new Prediction(Optional.of(reply), changed || request != null);
  }

  private Prediction lease(long caller, Command.Lease lease, long ticket) {
    if (isTooLarge(lease)) {
      return Prediction.failed(ErrorCode.TOO_LARGE);
    }
    List<Reply.LeasedTask> granted = grant(lease, ticket);
    if (!granted.isEmpty()) {
      return Prediction.changed(new Reply.Granted(granted));
    }
    if (lease.waitMillis() == 0) {
      return Prediction.looked(Reply.Granted.NOTHING);
    }
    waiters.add(new Waiter(caller, lease, state.timeMillis + lease.waitMillis()));
    return new Prediction(Optional.empty(), false);
  }

  private List<Reply.LeasedTask> grant(Command.Lease lease, long ticket) {
    var granted = new ModelGrant(state, lease, ticket).take();
    if (!granted.isEmpty()) {
      var names = granted.stream().map(t -> new TaskName(t.queue(), t.task().pid())).toList();
      state.requests.keep(lease.request(), new Outcome.Grant(ticket, names), state.timeMillis);
    }
    return granted;
  }

  /** Gives to one who waits what there is for it. */
  Reply.Granted serve(Waiter waiter, long ticket) {
    waiters.remove(waiter);
    return new Reply.Granted(grant(waiter.lease(), ticket));
  }

  /** Whether one who waits could be given something; queues with a rate are left out on request. */
  boolean couldServe(Waiter waiter, boolean withRated) {
    return !waiters.isStuck(waiter)
        && new ModelGrant(state, waiter.lease(), 0).couldTake(withRated);
  }

  /** What is due, in the queues of one source or in all. */
  List<ModelExpiry.Due> due(@Nullable Source source) {
    var queues = source == null ? state.queues.values() : ModelGrant.sources(state, source);
    return new ModelExpiry(state).due(queues);
  }

  private Prediction giveBack(long lease, List<TaskName> tasks) {
    var held = stillHeld(lease, tasks, false);
    for (var one : held) {
      Task task = one.task();
      state
          .makeQueue(one.queue())
          .put(ModelExpiry.with(task, new Available(), Task.NO_LEASE, task.past()));
    }
    return new Prediction(Optional.of(new Reply.Done()), !held.isEmpty());
  }

  private Prediction delete(QueueName name, @Nullable RequestId request) {
    ModelQueue queue = state.queue(name);
    if (queue == null || !queue.isVisible()) {
      return kept(request, new Reply.Failed(new Problem(ErrorCode.NOT_FOUND, "")), false);
    }
    return remove(List.of(queue.stats(state.timeMillis)), request);
  }

  private Prediction deleteMatching(Command.DeleteMatching delete) {
    var matching = new ModelLooks(state).stats(delete.names());
    if (delete.dryRun()) {
      return Prediction.looked(deleted(matching));
    }
    if (matching.size() != delete.expectedQueues()) {
      return kept(delete.request(), new Reply.Failed(new Problem(ErrorCode.CONFLICT, "")), false);
    }
    return remove(matching, delete.request());
  }

  private Prediction remove(List<QueueStats> queues, @Nullable RequestId request) {
    queues.forEach(queue -> state.queues.remove(queue.queue()));
    Reply.Deleted reply = deleted(queues);
    // Only the numbers are kept for a repetition.
    var _ = kept(request, new Reply.Deleted(List.of(), reply.queues(), reply.tasks()), true);
    return new Prediction(Optional.of(reply), !queues.isEmpty() || request != null);
  }

  private static Reply.Deleted deleted(List<QueueStats> queues) {
    return new Reply.Deleted(
        queues.stream().limit(DELETED_SAMPLE_MAX).toList(),
        queues.size(),
        queues.stream().mapToLong(QueueStats::tasks).sum());
  }

  private Prediction pause(QueueName name, boolean paused) {
    ModelQueue queue = state.queue(name);
    boolean wasPaused = queue != null && queue.paused;
    if (wasPaused != paused) {
      state.makeQueue(name).paused = paused;
    }
    return new Prediction(Optional.of(new Reply.Paused(wasPaused)), wasPaused != paused);
  }

  /** Renews what has not been renewed by steps of their own; that must be nothing. */
  private Prediction renewAll(Command.RenewAll renew) {
    long renewed = 0;
    boolean changed = false;
    for (ModelQueue queue : state.queues.values()) {
      for (Pid pid : List.copyOf(queue.tasks.keySet())) {
        Task before = queue.tasks.get(pid);
        if (renew(renew, queue.name, pid)) {
          renewed++;
          changed |= !Objects.equals(before, queue.tasks.get(pid));
        }
      }
    }
    return new Prediction(Optional.of(new Reply.RenewedAll(renewed)), changed);
  }

  /** Renews one task if its holder and group are meant. */
  boolean renew(Command.RenewAll renew, QueueName name, Pid pid) {
    Task task = state.task(name, pid);
    boolean meant = renew.group() == null || renew.group().equals(name.group());
    if (meant
        && task != null
        && task.state() instanceof Leased(var holder, long since, long until)
        && holder.name().equals(renew.holder())
        && !state.isDue(until)) {
      var next = new Leased(holder, since, state.leaseUntil(name, renew.leaseMillis()));
      state.makeQueue(name).put(ModelExpiry.with(task, next, task.lease(), task.past()));
      return true;
    }
    return false;
  }

  private Prediction setPolicies(Command.SetPolicies set) {
    if (set.expectedVersion() != state.policies.version()) {
      return Prediction.failed(ErrorCode.CONFLICT);
    }
    return adopt(new PolicyDocument(state.policies.version() + 1, set.policies()));
  }

  private Prediction adopt(PolicyDocument document) {
    if (document.version() <= state.policies.version()) {
      return Prediction.looked(new Reply.Policies(state.policies));
    }
    state.setPolicies(document);
    return Prediction.changed(new Reply.Policies(document));
  }
}
