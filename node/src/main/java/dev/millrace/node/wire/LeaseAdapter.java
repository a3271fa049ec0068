package dev.millrace.node.wire;

import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import java.util.ArrayList;
import java.util.List;

/** Leases. */
final class LeaseAdapter {
  static final int QUEUES_MAX = 10_000;

  private LeaseAdapter() {}

  /**
   * The whole lease, as if one slot had all its queues.
   *
   * @param address of the caller
   */
  static Command.Lease command(LeaseRequest request, String address, Limits limits) {
    return new Command.Lease(
        source(request),
        RequestAdapter.count("max_tasks", request.getMaxTasks(), 1, limits.leaseTasksMax()),
        TimeAdapter.leaseMillis(request.hasLeaseTime(), request.getLeaseTime()),
        request.hasMaxPid() ? BytesAdapter.pid(request.getMaxPid()) : null,
        request.hasWait() ? TimeAdapter.millis("wait", request.getWait()) : 0,
        holder(request.getHolder(), address),
        RequestAdapter.id(request.hasRequest(), request.getRequest()));
  }

  static Command.Lease waitingAtMost(long millis, Command.Lease lease) {
    return lease.waitMillis() <= millis
        ? lease
        : new Command.Lease(
            lease.source(),
            lease.maxTasks(),
            lease.leaseMillis(),
            lease.maxPid(),
            millis,
            lease.holder(),
            lease.request());
  }

  static Holder holder(String name, String address) {
    return new Holder(name.isEmpty() ? address : name, address);
  }

  private static Source source(LeaseRequest request) {
    boolean listed = request.getQueuesCount() > 0;
    if (listed == request.hasPattern()) {
      throw QueueException.invalid("a lease names either queues or a pattern");
    }
    return listed
        ? new Source.Queues(queues(request.getQueuesList()))
        : new Source.Matching(QueueAdapter.filter(true, request.getPattern()));
  }

  private static List<QueueName> queues(List<Queue> queues) {
    RequestAdapter.checkListed("queues", queues.size(), QUEUES_MAX);
    List<QueueName> names = new ArrayList<>(queues.size());
    for (Queue queue : queues) {
      names.add(QueueAdapter.name(true, queue));
    }
    return names;
  }

  /** Adds the grant of one slot to a reply. */
  static void add(LeaseReply.Builder reply, Answer answer, Reply.Granted granted) {
    if (granted.tasks().isEmpty()) {
      return;
    }
    granted
        .tasks()
        .forEach(leased -> reply.addTasks(TaskAdapter.task(leased.queue(), leased.task())));
    reply.addWitnesses(RequestAdapter.witness(answer));
  }
}
