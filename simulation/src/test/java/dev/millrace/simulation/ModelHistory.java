package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import java.util.ArrayList;
import java.util.List;

/** Leads a {@link Model} by hand: a command after the other, and time in between. */
final class ModelHistory {
  static final QueueName A = QueueName.of("a");
  static final QueueName B = QueueName.of("b");
  static final Holder HOLDER = new Holder("h", "host");

  final Model model = new Model(Limits.DEFAULT, new Marks());
  private long callers;

  void advance(long millis) {
    model.advanceTo(model.state.timeMillis + millis);
  }

  long now() {
    return model.state.timeMillis;
  }

  Model.Prediction execute(Command command) {
    long ticket = model.state.lastTicket + 1;
    var prediction = model.execute(++callers, command, ticket);
    if (prediction.changed()) {
      model.state.lastTicket = ticket;
    }
    return prediction;
  }

  Reply reply(Command command) {
    return execute(command).reply().orElseThrow();
  }

  /** The results of an update that succeeds. */
  List<ElementResult> update(Element... elements) {
    return ((Reply.Updated) reply(Command.Update.of(elements))).results();
  }

  ErrorCode failure(Element... elements) {
    return ((Reply.Failed) reply(Command.Update.of(elements))).problem().code();
  }

  /** The PIDs that a lease is granted. */
  List<String> lease(int maxTasks, long leaseMillis, QueueName... queues) {
    return granted(new Source.Queues(List.of(queues)), maxTasks, leaseMillis);
  }

  List<String> leaseMatching(String pattern, int maxTasks) {
    return granted(
        new Source.Matching(new NameFilter(null, NamePattern.of(pattern))), maxTasks, 1000);
  }

  private List<String> granted(Source source, int maxTasks, long leaseMillis) {
    var lease = new Command.Lease(source, maxTasks, leaseMillis, null, 0, HOLDER, null);
    return ((Reply.Granted) reply(lease))
        .tasks().stream().map(task -> task.queue() + "/" + task.task().pid()).toList();
  }

  /** Lets everything that is due take effect. */
  void expire() {
    for (var due : model.due(null)) {
      long ticket = ++model.state.lastTicket;
      new ModelExpiry(model.state).expire(due.queue(), due.pid(), () -> FifoForm.of(ticket, 0));
    }
  }

  long lastLease() {
    return model.state.lastTicket;
  }

  void policies(Policy... policies) {
    var _ = reply(new Command.SetPolicies(model.state.policies.version(), List.of(policies)));
  }

  List<String> pids(QueueName queue) {
    var pids = new ArrayList<String>();
    ModelQueue found = model.state.queue(queue);
    if (found != null) {
      found.tasks.keySet().forEach(pid -> pids.add(pid.toString()));
    }
    return pids;
  }

  static Element enqueue(QueueName queue, String pid) {
    return Element.Enqueue.of(queue, Pid.of(pid), Payload.of("data of " + pid));
  }

  static Element dequeue(QueueName queue, String pid, long lease) {
    return new Element.Dequeue(queue, Pid.of(pid), lease);
  }

  /** A policy for all queues of that name. */
  static Policy policy(String pattern, int maxAttempts, long maxLeased, long maxTasks) {
    var names = new NameFilter(null, NamePattern.of(pattern));
    return new Policy(names, maxAttempts, null, "", null, maxLeased, maxTasks, 0);
  }
}
