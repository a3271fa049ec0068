package dev.millrace.simulation;

import dev.millrace.queue.Limits;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link Model} of one slot knows and what survives a restart: queues with their tasks,
 * policies, requests.
 */
final class ModelState {
  final Limits limits;
  final Marks marks;
  final TreeMap<QueueName, ModelQueue> queues = new TreeMap<>();
  ModelRequests requests;
  PolicyDocument policies = PolicyDocument.EMPTY;
  long lastTicket;
  long timeMillis;
  long queuesCreated;
  long tasksServed;

  ModelState(Limits limits, Marks marks) {
    this.limits = limits;
    this.marks = marks;
    this.requests = new ModelRequests(limits);
  }

  ModelState copy() {
    var copy = new ModelState(limits, marks);
    queues.forEach((name, queue) -> copy.queues.put(name, queue.copy()));
    copy.requests = requests.copy();
    copy.policies = policies;
    copy.lastTicket = lastTicket;
    copy.timeMillis = timeMillis;
    copy.queuesCreated = queuesCreated;
    copy.tasksServed = tasksServed;
    return copy;
  }

  @Nullable ModelQueue queue(QueueName name) {
    return queues.get(name);
  }

  /** The queue, which comes into being if it isn't there. */
  ModelQueue makeQueue(QueueName name) {
    return queues.computeIfAbsent(name, _ -> new ModelQueue(name, ++queuesCreated));
  }

  @Nullable Task task(QueueName name, Pid pid) {
    ModelQueue queue = queues.get(name);
    return queue == null ? null : queue.tasks.get(pid);
  }

  long size(QueueName name) {
    ModelQueue queue = queues.get(name);
    return queue == null ? 0 : queue.tasks.size();
  }

  /** The first policy that matches holds whole; docs/protocol.md, "Policies". */
  Policy policy(QueueName name) {
    return policy(policies, name);
  }

  private static Policy policy(PolicyDocument document, QueueName name) {
    for (Policy policy : document.policies()) {
      if (policy.queues().matches(name)) {
        return policy;
      }
    }
    return Policy.NONE;
  }

  /** A change holds at once; a rate that changes begins with a full bucket. */
  void setPolicies(PolicyDocument document) {
    PolicyDocument before = policies;
    policies = document;
    for (ModelQueue queue : queues.values()) {
      if (!Objects.equals(policy(before, queue.name).rate(), policy(queue.name).rate())) {
        queue.fillBucket();
      }
    }
  }

  /** Notes since when queues have been idle. */
  void noteIdle() {
    for (ModelQueue queue : queues.values()) {
      if (queue.isVisible()) {
        queue.idleSinceMillis = Long.MAX_VALUE;
      } else if (queue.idleSinceMillis == Long.MAX_VALUE) {
        queue.idleSinceMillis = timeMillis;
      }
    }
  }

  long leaseUntil(QueueName name, long leaseMillis) {
    long max = policy(name).maxLeaseMillis();
    return timeMillis + (max == 0 ? leaseMillis : Math.min(max, leaseMillis));
  }

  boolean isDue(long untilMillis) {
    return untilMillis <= timeMillis;
  }
}
