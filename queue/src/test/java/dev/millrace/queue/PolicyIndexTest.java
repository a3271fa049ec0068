package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyIndexTest {
  private static final String[] PATTERNS = {
    "a", "ab", "ab.*", "a.*", ".*", ".*b", "abc|abd", "(?i)ab", "^ab", "", "b+", "ü.*"
  };
  private static final String[] NAMES = {
    "a", "ab", "abc", "abd", "AB", "b", "bb", "ü", "über", "x"
  };

  @Test
  void firstPolicyThatMatchesIsFoundWhereverItIsFiled() {
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      List<Policy> policies = new ArrayList<>();
      for (int j = random.nextInt(8); j > 0; j--) {
        policies.add(
            policy(
                random.nextBoolean() ? null : "g" + random.nextInt(2),
                PATTERNS[random.nextInt(PATTERNS.length)],
                policies.size() + 1));
      }
      PolicyDocument document = new PolicyDocument(1, policies);

      for (String name : NAMES) {
        QueueName queue = new QueueName("g" + random.nextInt(3), name);
        assertThat(document.forQueue(queue))
            .as("%s in %s", queue, policies)
            .isEqualTo(firstInOrder(policies, queue));
      }
    }
  }

  private static Policy firstInOrder(List<Policy> policies, QueueName queue) {
    return policies.stream()
        .filter(policy -> policy.queues().matches(queue))
        .findFirst()
        .orElse(Policy.NONE);
  }

  private static Policy policy(@Nullable String group, String pattern, int attempts) {
    return new Policy(
        new NameFilter(group, NamePattern.of(pattern)), attempts, null, "", null, 0, 0, 0);
  }
}
