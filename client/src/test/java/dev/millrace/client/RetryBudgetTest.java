package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  @Test
  void fewRetriesComeFirst() {
    var budget = new RetryBudget(0.1, 2);

    assertThat(budget.takeRetry()).isTrue();
    assertThat(budget.takeRetry()).isTrue();
    assertThat(budget.takeRetry()).isFalse();
  }

  @Test
  void thenTheyAreAShareOfTheCalls() {
    var budget = new RetryBudget(0.1, 2);
    int retries = 0;
    for (int i = 0; i < 1_000; i++) {
      budget.onCall();
      retries += budget.takeRetry() ? 1 : 0;
    }

    assertThat(retries).isEqualTo(101);
  }

  @Test
  void quietTimesSaveNoMoreThanTheBurst() {
    var budget = new RetryBudget(0.1, 2);
    for (int i = 0; i < 1_000; i++) {
      budget.onCall();
    }

    assertThat(budget.takeRetry()).isTrue();
    assertThat(budget.takeRetry()).isTrue();
    assertThat(budget.takeRetry()).isFalse();
  }
}
