package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.refusalOf;
import static dev.millrace.node.wire.Messages.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.api.v1.Backoff;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.RateLimit;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.PolicyDocument;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyAdapterTest {
  private static final Policy FULL =
      Policy.newBuilder()
          .setQueues(pattern("mail.*").toBuilder().setGroup("tenant"))
          .setMaxAttempts(3)
          .setBackoff(
              Backoff.newBuilder().setInitial(seconds(1)).setFactor(1.5).setMax(seconds(60)))
          .setDeadLetterQueue("lost")
          .setRate(RateLimit.newBuilder().setPerSecond(2.5).setBurst(10))
          .setMaxLeased(4)
          .setMaxTasks(5)
          .setMaxLeaseTime(seconds(30))
          .build();

  @Test
  void policyGoesOutAsItCameIn() {
    var bare = Policy.newBuilder().setQueues(everywhere(".*")).build();
    var request = set(FULL, bare);

    var policies = PolicyAdapter.command(request).policies();

    var reply =
        PolicyAdapter.reply(
            GetPoliciesRequest.getDefaultInstance(), new PolicyDocument(7, policies));
    assertThat(reply.getVersion()).isEqualTo(7);
    assertThat(reply.getPoliciesList()).containsExactly(FULL, bare);
  }

  @Test
  void backoffDoublesUnlessItSays() {
    var policy = FULL.toBuilder().setBackoff(Backoff.newBuilder().setInitial(seconds(1))).build();

    var backoff = PolicyAdapter.command(set(policy)).policies().getFirst().backoff();

    assertThat(backoff)
        .isEqualTo(new dev.millrace.queue.Policy.Backoff(1000, 2, Limits.DURATION_MILLIS_MAX));
  }

  @Test
  void burstIsOneSecondsWorthUnlessItSays() {
    assertThat(burst(2.5)).isEqualTo(3);
    assertThat(burst(0.1)).isEqualTo(1);
  }

  private static long burst(double perSecond) {
    var rate = RateLimit.newBuilder().setPerSecond(perSecond);
    var policy =
        PolicyAdapter.command(set(FULL.toBuilder().setRate(rate).build())).policies().getFirst();
    return policy.rate() == null ? 0 : policy.rate().burst();
  }

  static Stream<Arguments> badPolicies() {
    return Stream.of(
        arguments("no pattern", FULL.toBuilder().clearQueues(), ErrorCode.INVALID),
        arguments("empty pattern", FULL.toBuilder().setQueues(pattern("")), ErrorCode.INVALID),
        arguments("no regex", FULL.toBuilder().setQueues(pattern("(")), ErrorCode.INVALID),
        arguments(
            "two groups",
            FULL.toBuilder().setQueues(everywhere("a").toBuilder().setGroup("g")),
            ErrorCode.INVALID),
        arguments("attempts", FULL.toBuilder().setMaxAttempts(-1), ErrorCode.INVALID),
        arguments("leased", FULL.toBuilder().setMaxLeased(-1), ErrorCode.INVALID),
        arguments("tasks", FULL.toBuilder().setMaxTasks(-1), ErrorCode.INVALID),
        arguments(
            "burst",
            FULL.toBuilder().setRate(RateLimit.newBuilder().setPerSecond(1).setBurst(-1)),
            ErrorCode.INVALID),
        arguments("no rate", FULL.toBuilder().setRate(RateLimit.newBuilder()), ErrorCode.INVALID),
        arguments(
            "rate that is none",
            FULL.toBuilder().setRate(RateLimit.newBuilder().setPerSecond(Double.NaN)),
            ErrorCode.INVALID),
        arguments(
            "endless rate",
            FULL.toBuilder().setRate(RateLimit.newBuilder().setPerSecond(Double.POSITIVE_INFINITY)),
            ErrorCode.INVALID),
        arguments(
            "factor",
            FULL.toBuilder().setBackoff(Backoff.newBuilder().setFactor(0.5)),
            ErrorCode.INVALID),
        arguments(
            "factor that is none",
            FULL.toBuilder().setBackoff(Backoff.newBuilder().setFactor(Double.NaN)),
            ErrorCode.INVALID),
        arguments(
            "negative backoff",
            FULL.toBuilder().setBackoff(Backoff.newBuilder().setInitial(seconds(-1))),
            ErrorCode.INVALID),
        arguments(
            "max below initial",
            FULL.toBuilder()
                .setBackoff(Backoff.newBuilder().setInitial(seconds(2)).setMax(seconds(1))),
            ErrorCode.INVALID),
        arguments("no lease time", FULL.toBuilder().setMaxLeaseTime(seconds(0)), ErrorCode.INVALID),
        arguments(
            "long lease time",
            FULL.toBuilder().setMaxLeaseTime(seconds(101L * 366 * 86_400)),
            ErrorCode.INVALID),
        arguments(
            "dead-letter queue", FULL.toBuilder().setDeadLetterQueue("a\0"), ErrorCode.INVALID));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badPolicies")
  void badPolicyIsRefusedByItsPlace(String what, Policy.Builder bad, ErrorCode code) {
    var problem = refusalOf(() -> PolicyAdapter.command(set(FULL, bad.build())));

    assertThat(problem.code()).as(what).isEqualTo(code);
    assertThat(problem.message()).startsWith("policy 1: ");
  }

  @Test
  void thousandPoliciesAreTakenAndNoneMore() {
    var most = SetPoliciesRequest.newBuilder().addAllPolicies(Collections.nCopies(1000, FULL));

    assertThat(PolicyAdapter.command(most.build()).policies()).hasSize(1000);
    var problem = refusalOf(() -> PolicyAdapter.command(most.addPolicies(FULL).build()));

    assertThat(problem.code()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  private static SetPoliciesRequest set(Policy... policies) {
    var request = SetPoliciesRequest.newBuilder();
    for (Policy policy : policies) {
      request.addPolicies(policy);
    }
    return request.build();
  }
}
