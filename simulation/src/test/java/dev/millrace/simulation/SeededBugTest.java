package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every bug that is put in on purpose is noticed soon. */
class SeededBugTest {
  private static final int SEEDS_MAX = 200;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void everySeededBugIsNoticed(SeededBug bug) {
    var runner = new SeedRunner(Optional.of(bug));
    Optional<Violation> found = Optional.empty();
    long seed = 0;

    while (found.isEmpty() && seed < SEEDS_MAX) {
      seed++;
      int operations = SeedRunner.operations(seed, CampaignConfig.OPERATIONS_MAX);
      found = runner.run(seed, operations, new Marks()).violation();
    }

    assertThat(found).as("%s within %d seeds", bug, SEEDS_MAX).isPresent();
    System.out.printf("bug %s seeds=%d check=%s%n", bug, seed, found.get().check());
  }
}
