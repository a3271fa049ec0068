package dev.millrace.simulation;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Leased;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes histories by hand: what clients sent and what they were answered, true or not. */
final class Clients {
  static final QueueName QUEUE = Vocabulary.QUIET_QUEUES.getFirst();
  static final Holder HOLDER = new Holder("h", "host");
  private static final int SLOT = 0;

  final Ledger ledger = new Ledger();
  final AnswerRules rules = new AnswerRules();
  private long lastCaller;
  private long lastTicket = 100;

  Op send(Command command) {
    return send(command, Durability.FSYNC);
  }

  Op send(Command command, Durability durability) {
    var op = new Op(++lastCaller, SLOT, command, durability, Long.MAX_VALUE);
    ledger.invoked(op);
    rules.invoked(op);
    return op;
  }

  void answer(Op op, Reply reply) {
    answer(op, ++lastTicket, reply);
  }

  void answer(Op op, long ticket, Reply reply) {
    answer(op, ticket, reply, null);
  }

  void answer(Op op, long ticket, Reply reply, @Nullable List<Pid> shelf) {
    lastTicket = Math.max(lastTicket, ticket);
    var answer = new Answer(SLOT, ticket, reply);
    ledger.answered(op, answer, lastCaller);
    rules.answered(op, answer, shelf, lastCaller);
  }

  /** A client enqueues tokens by one update. */
  Op sendTokens(@Nullable RequestId request, long... tokens) {
    var elements = new java.util.ArrayList<Element>();
    for (long token : tokens) {
      elements.add(Element.Enqueue.of(QUEUE, pid(token), Token.data(token)));
    }
    return send(new Command.Update(elements, request));
  }

  void enqueue(long token) {
    answer(
        sendTokens(null, token), new Reply.Updated(List.of(new ElementResult.Created(pid(token)))));
  }

  static Pid pid(long token) {
    return Pid.of("u" + token);
  }

  static Command.Lease lease(int maxTasks) {
    return new Command.Lease(
        new Source.Queues(List.of(QUEUE)), maxTasks, 100, null, 0, HOLDER, null);
  }

  /** A client leases a token, for some milliseconds from a time on. */
  void grant(long token, long lease, long sinceMillis, long untilMillis) {
    answer(
        send(lease(1)),
        lease,
        new Reply.Granted(List.of(leased(token, lease, sinceMillis, untilMillis))));
  }

  static Reply.LeasedTask leased(long token, long lease, long sinceMillis, long untilMillis) {
    var state = new Leased(HOLDER, sinceMillis, untilMillis);
    return new Reply.LeasedTask(QUEUE, task(pid(token), Token.data(token), state, lease));
  }

  Op sendDequeue(long token, long lease) {
    return send(Command.Update.of(new Element.Dequeue(QUEUE, pid(token), lease)));
  }

  void dequeue(long token, long lease, long ticket) {
    var removed = new Reply.Updated(List.of(new ElementResult.Removed(pid(token))));
    answer(sendDequeue(token, lease), ticket, removed);
  }

  /** Somebody looks and finds these tokens. */
  void scan(long... tokens) {
    var tasks =
        java.util.Arrays.stream(tokens)
            .mapToObj(token -> task(pid(token), Token.data(token)))
            .toList();
    ledger.scan(List.of(new Reply.Peeked(QUEUE, tasks, null)), lastCaller);
  }

  static Task task(Pid pid, Payload data) {
    return task(pid, data, new Available(), Task.NO_LEASE);
  }

  private static Task task(Pid pid, Payload data, TaskState state, long lease) {
    return new Task(pid, data, state, 0, lease, Task.Past.NONE, null);
  }
}
