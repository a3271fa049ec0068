package dev.millrace.queue;

import dev.millrace.queue.Policy.Backoff;
import dev.millrace.queue.Policy.RateLimit;
import java.util.ArrayList;
import java.util.List;

/** The policy document as bytes. */
final class PolicyCodec {
  private PolicyCodec() {}

  static void write(BytesOut out, PolicyDocument document) {
    out.putLong(document.version()).putLong(document.policies().size());
    document.policies().forEach(policy -> write(out, policy));
  }

  private static void write(BytesOut out, Policy policy) {
    String group = policy.queues().group();
    out.putBoolean(group != null);
    if (group != null) {
      out.putText(group);
    }
    out.putText(policy.queues().pattern().source()).putLong(policy.maxAttempts());
    Backoff backoff = policy.backoff();
    out.putBoolean(backoff != null);
    if (backoff != null) {
      out.putLong(backoff.initialMillis()).putDouble(backoff.factor()).putLong(backoff.maxMillis());
    }
    out.putText(policy.deadLetterQueue());
    RateLimit rate = policy.rate();
    out.putBoolean(rate != null);
    if (rate != null) {
      out.putDouble(rate.perSecond()).putLong(rate.burst());
    }
    out.putLong(policy.maxLeased()).putLong(policy.maxTasks()).putLong(policy.maxLeaseMillis());
  }

  static PolicyDocument read(BytesIn in) {
    long version = in.takeLong();
    int count = in.takeCount();
    List<Policy> policies = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      policies.add(readPolicy(in));
    }
    return new PolicyDocument(version, policies);
  }

  private static Policy readPolicy(BytesIn in) {
    return new Policy(
        new NameFilter(in.takeBoolean() ? in.takeText() : null, NamePattern.of(in.takeText())),
        in.takeInt(),
        in.takeBoolean() ? new Backoff(in.takeLong(), in.takeDouble(), in.takeLong()) : null,
        in.takeText(),
        in.takeBoolean() ? new RateLimit(in.takeDouble(), in.takeLong()) : null,
        in.takeLong(),
        in.takeLong(),
        in.takeLong());
  }
}
