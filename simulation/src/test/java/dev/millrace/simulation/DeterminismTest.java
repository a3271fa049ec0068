package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeterminismTest {
  private static final int SEEDS = 20;

  @Test
  void sameSeedIsTheSameStory() {
    var runner = new SeedRunner(Optional.empty());

    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(runner.tell(seed, 150)).isEqualTo(runner.tell(seed, 150));
    }
  }

  @Test
  void sameSeedHasTheSameHash() {
    var runner = new SeedRunner(Optional.empty());

    for (long seed = 1; seed <= SEEDS; seed++) {
      long hash = runner.run(seed, 150, new Marks()).hash();
      assertThat(runner.run(seed, 150, new Marks()).hash()).isEqualTo(hash);
    }
  }

  @Test
  void otherSeedsAreOtherStories() {
    var runner = new SeedRunner(Optional.empty());

    assertThat(runner.tell(1, 50)).isNotEqualTo(runner.tell(2, 50));
  }
}
