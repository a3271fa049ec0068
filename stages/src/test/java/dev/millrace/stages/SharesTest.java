package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.Shares.Account;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final double WAITING_MAX = 100;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Shares shares = new Shares();
  private final Account greedy = new Account();
  private final Account modest = new Account();

  @Test
  void nobodyIsHeldBackWhileLittleWaits() {
    ask(0);
    shares.charge(greedy, 1_000_000);

    assertThat(shares.isAhead(greedy, 0.25)).isFalse();
  }

  @Test
  void whoGotMoreThanTheOthersIsHeldBack() {
    ask(0);
    shares.charge(greedy, 1000);
    ask(0);

    assertThat(shares.isAhead(greedy, 0.5)).isTrue();
    assertThat(shares.isAhead(modest, 0.5)).isFalse();
  }

  @Test
  void theFullerTheFurtherBehindAClientMustBe() {
    ask(0);
    shares.charge(greedy, 140);

    assertThat(shares.isAhead(greedy, 0.5)).isFalse();
    assertThat(shares.isAhead(greedy, 1)).isTrue();
    assertThat(shares.isAhead(modest, 1)).isFalse();
  }

  @Test
  void whatIsServedLetsAllInAgain() {
    ask(0);
    shares.charge(greedy, 500);
    ask(0);
    assertThat(shares.isAhead(greedy, 0.5)).isTrue();

    shares.serve(1000, 0.5);

    assertThat(shares.isAhead(greedy, 0.5)).isFalse();
  }

  @Test
  void nothingServedFromAFullQueueRaisesTheLevel() {
    ask(0);
    shares.charge(greedy, 500);
    ask(0);

    shares.serve(1000, 1);

    assertThat(shares.isAhead(greedy, 0.5)).isTrue();
  }

  @Test
  void whoAsksAloneIsNeverHeldBack() {
    shares.ask(greedy, WAITING_MAX, 0);
    shares.charge(greedy, 1000);

    assertThat(shares.isAhead(greedy, 1)).isFalse();
  }

  @Test
  void whoHasNotAskedForTwoRoundsIsNotSharedWith() {
    ask(0);
    shares.charge(greedy, 1000);

    shares.ask(greedy, WAITING_MAX, SECOND);
    assertThat(shares.isAhead(greedy, 1)).isTrue();
    shares.ask(greedy, WAITING_MAX, 2 * SECOND);
    assertThat(shares.isAhead(greedy, 1)).isFalse();
  }

  /** Else a client that came in a quiet hour would have to pay for it in a busy one. */
  @Test
  void whatIsFarBackIsForgotten() {
    ask(0);
    shares.charge(greedy, 1_000_000);
    ask(0);

    shares.serve(2 * 5 * 50, 0.5);

    assertThat(shares.isAhead(greedy, 0.5)).isFalse();
  }

  @Test
  void whoWasAwayForLongHasNoMoreCreditThanANewOne() {
    ask(0);
    shares.serve(1_000_000, 0.5);
    ask(0);
    shares.charge(modest, 200);

    assertThat(shares.isAhead(modest, 0.9)).isTrue();
    assertThat(shares.isAhead(new Account(), 0.9)).isFalse();
  }

  private void ask(long nowNanos) {
    shares.ask(greedy, WAITING_MAX, nowNanos);
    shares.ask(modest, WAITING_MAX, nowNanos);
  }
}
