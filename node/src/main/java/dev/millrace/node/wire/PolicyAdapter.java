package dev.millrace.node.wire;

import dev.millrace.api.v1.Backoff;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.RateLimit;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Policy;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The policy document. */
final class PolicyAdapter {
  private static final double BACKOFF_FACTOR = 2;

  private PolicyAdapter() {}

  static Command.SetPolicies command(SetPoliciesRequest request) {
    RequestAdapter.checkListed("policies", request.getPoliciesCount(), PolicyDocument.POLICIES_MAX);
    List<Policy> policies = new ArrayList<>(request.getPoliciesCount());
    for (int i = 0; i < request.getPoliciesCount(); i++) {
      try {
        policies.add(policy(request.getPolicies(i)));
      } catch (QueueException e) {
        Problem problem = e.problem();
        throw new QueueException(
            new Problem(problem.code(), "policy %d: %s".formatted(i, problem.message())));
      }
    }
    return new Command.SetPolicies(request.getExpectedVersion(), policies);
  }

  private static Policy policy(dev.millrace.api.v1.Policy policy) {
    return new Policy(
        QueueAdapter.filter(policy.hasQueues(), policy.getQueues()),
        (int) number("max_attempts", policy.getMaxAttempts()),
        policy.hasBackoff() ? backoff(policy.getBackoff()) : null,
        policy.getDeadLetterQueue(),
        policy.hasRate() ? rate(policy.getRate()) : null,
        number("max_leased", policy.getMaxLeased()),
        number("max_tasks", policy.getMaxTasks()),
        policy.hasMaxLeaseTime() ? maxLeaseMillis(policy) : 0);
  }

  private static long number(String what, long unsigned) {
    if (unsigned < 0) {
      throw QueueException.invalid("%s is beyond all bounds", what);
    }
    return unsigned;
  }

  private static long maxLeaseMillis(dev.millrace.api.v1.Policy policy) {
    long millis = TimeAdapter.millis("max_lease_time", policy.getMaxLeaseTime());
    if (millis < 1 || millis > Limits.DURATION_MILLIS_MAX) {
      throw QueueException.invalid("max_lease_time is more than 0 and at most 100 years");
    }
    return millis;
  }

  private static Policy.Backoff backoff(Backoff backoff) {
    return new Policy.Backoff(
        TimeAdapter.millis("initial", backoff.getInitial()),
        backoff.getFactor() == 0 ? BACKOFF_FACTOR : backoff.getFactor(),
        backoff.hasMax()
            ? TimeAdapter.millis("max", backoff.getMax())
            : Limits.DURATION_MILLIS_MAX);
  }

  private static Policy.RateLimit rate(RateLimit rate) {
    long oneSecond = Math.max(1, (long) Math.ceil(rate.getPerSecond()));
    return new Policy.RateLimit(
        rate.getPerSecond(), rate.getBurst() == 0 ? oneSecond : number("burst", rate.getBurst()));
  }

  /** Refuses a name that no queue can have before the document is asked for. */
  static Command.GetPolicies command(GetPoliciesRequest request) {
    if (request.hasQueue()) {
      var _ = QueueAdapter.name(true, request.getQueue());
    }
    return new Command.GetPolicies();
  }

  static GetPoliciesReply reply(GetPoliciesRequest request, PolicyDocument document) {
    GetPoliciesReply.Builder reply = GetPoliciesReply.newBuilder().setVersion(document.version());
    document.policies().forEach(policy -> reply.addPolicies(message(policy)));
    if (request.hasQueue()) {
      holding(QueueAdapter.name(true, request.getQueue()), document).ifPresent(reply::setHolds);
    }
    return reply.build();
  }

  private static OptionalInt holding(QueueName queue, PolicyDocument document) {
    List<Policy> policies = document.policies();
    return IntStream.range(0, policies.size())
        .filter(i -> policies.get(i).queues().matches(queue))
        .findFirst();
  }

  private static dev.millrace.api.v1.Policy message(Policy policy) {
    var message =
        dev.millrace.api.v1.Policy.newBuilder()
            .setQueues(QueueAdapter.pattern(policy.queues()))
            .setMaxAttempts(policy.maxAttempts())
            .setDeadLetterQueue(policy.deadLetterQueue())
            .setMaxLeased(policy.maxLeased())
            .setMaxTasks(policy.maxTasks());
    Policy.Backoff backoff = policy.backoff();
    if (backoff != null) {
      message.setBackoff(
          Backoff.newBuilder()
              .setInitial(TimeAdapter.duration(backoff.initialMillis()))
              .setFactor(backoff.factor())
              .setMax(TimeAdapter.duration(backoff.maxMillis())));
    }
    Policy.RateLimit rate = policy.rate();
    if (rate != null) {
      message.setRate(RateLimit.newBuilder().setPerSecond(rate.perSecond()).setBurst(rate.burst()));
    }
    if (policy.maxLeaseMillis() != 0) {
      message.setMaxLeaseTime(TimeAdapter.duration(policy.maxLeaseMillis()));
    }
    return message.build();
  }
}
