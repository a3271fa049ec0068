package dev.millrace.queue;

import dev.millrace.queue.Policy.Backoff;
import dev.millrace.queue.Policy.RateLimit;
import java.time.Duration;
import java.util.List;

/** A policy that limits nothing unless it says so. */
record SamplePolicy(Policy policy) {

  static SamplePolicy of(String pattern) {
    return new SamplePolicy(
        new Policy(new NameFilter(null, NamePattern.of(pattern)), 0, null, "", null, 0, 0, 0));
  }

  static List<Policy> policiesOf(List<SamplePolicy> samples) {
    return samples.stream().map(SamplePolicy::policy).toList();
  }

  SamplePolicy maxAttempts(int attempts) {
    return new SamplePolicy(
        new Policy(
            policy.queues(),
            attempts,
            policy.backoff(),
            policy.deadLetterQueue(),
            policy.rate(),
            policy.maxLeased(),
            policy.maxTasks(),
            policy.maxLeaseMillis()));
  }

  SamplePolicy backoff(Duration initial, double factor, Duration max) {
    return new SamplePolicy(
        new Policy(
            policy.queues(),
            policy.maxAttempts(),
            new Backoff(initial.toMillis(), factor, max.toMillis()),
            policy.deadLetterQueue(),
            policy.rate(),
            policy.maxLeased(),
            policy.maxTasks(),
            policy.maxLeaseMillis()));
  }

  SamplePolicy deadLetters(String queue) {
    return new SamplePolicy(
        new Policy(
            policy.queues(),
            policy.maxAttempts(),
            policy.backoff(),
            queue,
            policy.rate(),
            policy.maxLeased(),
            policy.maxTasks(),
            policy.maxLeaseMillis()));
  }

  SamplePolicy rate(double perSecond, long burst) {
    return new SamplePolicy(
        new Policy(
            policy.queues(),
            policy.maxAttempts(),
            policy.backoff(),
            policy.deadLetterQueue(),
            new RateLimit(perSecond, burst),
            policy.maxLeased(),
            policy.maxTasks(),
            policy.maxLeaseMillis()));
  }

  SamplePolicy limits(long maxLeased, long maxTasks, long maxLeaseMillis) {
    return new SamplePolicy(
        new Policy(
            policy.queues(),
            policy.maxAttempts(),
            policy.backoff(),
            policy.deadLetterQueue(),
            policy.rate(),
            maxLeased,
            maxTasks,
            maxLeaseMillis));
  }

  SamplePolicy maxLeased(long tasks) {
    return limits(tasks, policy.maxTasks(), policy.maxLeaseMillis());
  }

  SamplePolicy maxTasks(long tasks) {
    return limits(policy.maxLeased(), tasks, policy.maxLeaseMillis());
  }

  SamplePolicy maxLeaseTime(Duration time) {
    return limits(policy.maxLeased(), policy.maxTasks(), time.toMillis());
  }
}
