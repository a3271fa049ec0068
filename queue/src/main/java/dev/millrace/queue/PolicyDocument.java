package dev.millrace.queue;

import java.util.List;

/** All policies, in order: the first that matches a queue holds whole for it. */
public record PolicyDocument(long version, List<Policy> policies) {
  public static final int POLICIES_MAX = 1000;
  public static final PolicyDocument EMPTY = new PolicyDocument(0, List.of());

  public PolicyDocument {
    if (policies.size() > POLICIES_MAX) {
      throw QueueException.tooLarge(
          "a document has at most %d policies, this one has %d", POLICIES_MAX, policies.size());
    }
    policies = List.copyOf(policies);
  }

  Policy forQueue(QueueName queue) {
    for (Policy policy : policies) {
      if (policy.queues().matches(queue)) {
        return policy;
      }
    }
    return Policy.NONE;
  }
}
