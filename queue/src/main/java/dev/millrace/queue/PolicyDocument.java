package dev.millrace.queue;

import java.util.List;

/** All policies, in order: the first that matches a queue holds whole for it. */
public final class PolicyDocument {
  public static final int POLICIES_MAX = 1000;
  public static final PolicyDocument EMPTY = new PolicyDocument(0, List.of());

  private final long version;
  private final List<Policy> policies;
  private final PolicyIndex index;

  public PolicyDocument(long version, List<Policy> policies) {
    if (policies.size() > POLICIES_MAX) {
      throw QueueException.tooLarge(
          "a document has at most %d policies, this one has %d", POLICIES_MAX, policies.size());
    }
    this.version = version;
    this.policies = List.copyOf(policies);
    index = new PolicyIndex(this.policies);
  }

  public long version() {
    return version;
  }

  public List<Policy> policies() {
    return policies;
  }

  Policy forQueue(QueueName queue) {
    return index.first(queue);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PolicyDocument document
        && version == document.version
        && policies.equals(document.policies);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(version) + policies.hashCode();
  }

  @Override
  public String toString() {
    return "PolicyDocument[version=%d, policies=%s]".formatted(version, policies);
  }
}
