package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CampaignTest {
  private final List<String> told = new ArrayList<>();

  @Test
  void passedSeedsEndInBarsThatAreMet() throws InterruptedException {
    CampaignResult result = new Campaign(CampaignConfig.of(1, 20), told::add).run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.seeds()).isGreaterThanOrEqualTo(20);
    assertThat(told).contains("bar failures 0 0 met");
  }

  @Test
  void failureIsToldWithTheCommandThatShowsItAgain() throws InterruptedException {
    var config = CampaignConfig.of(1, 20).with(SeededBug.ACK_BEFORE_SYNC);

    CampaignResult result = new Campaign(config, told::add).run();

    assertThat(result.failures()).isNotEmpty();
    Failure failure = result.failures().getFirst();
    assertThat(told)
        .contains(
            "  repeat: ./millrace simulate --seed %d --ops %d --bug ACK_BEFORE_SYNC"
                .formatted(failure.seed(), failure.operations()));
    assertThat(told)
        .contains("bar bug-found-ACK_BEFORE_SYNC %d 1 met".formatted(result.failures().size()));
  }

  @Test
  void shrunkFailureFailsAgainWithFewerOperations() throws InterruptedException {
    var config = CampaignConfig.of(1, 20).with(SeededBug.LEASE_NOT_JOURNALED);
    Failure failure = new Campaign(config, told::add).run().failures().getFirst();
    var bug = Optional.of(SeededBug.LEASE_NOT_JOURNALED);

    boolean passed =
        Campaign.tell(failure.seed(), OptionalInt.of(failure.operations()), bug, told::add);

    assertThat(passed).isFalse();
    assertThat(failure.operations())
        .isLessThanOrEqualTo(SeedRunner.operations(failure.seed(), 500));
  }

  @Test
  void everyKeptSeedIsANumber() {
    assertThat(Campaign.keptSeeds()).doesNotContainNull();
  }

  @Test
  void campaignThatMissesMarksIsNotMet() {
    var result =
        new CampaignResult(CampaignConfig.of(1, 500), 500, 1, List.of(), List.of("disk.full"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.bars()).contains("bar marks-missed 1 0 short");
  }
}
