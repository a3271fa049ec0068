package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every bug that is put in on purpose is noticed soon. */
class SeededBugTest {
  private static final int SEEDS_MAX = 200;

  /** Between a slot and its store a bug may go unnoticed for longer. */
  private static final int STORE_SEEDS_MAX = 500;

  private static final SeededBug FIRST_OF_STORE = SeededBug.FIRST_MISSING_PID_OFF_BY_ONE;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void everySeededBugIsNoticed(SeededBug bug) {
    var runner = new SeedRunner(Optional.of(bug));
    Optional<Violation> found = Optional.empty();
    int seedsMax = bug.compareTo(FIRST_OF_STORE) < 0 ? SEEDS_MAX : STORE_SEEDS_MAX;
    long seed = 0;

    while (found.isEmpty() && seed < seedsMax) {
      seed++;
      int operations = SeedRunner.operations(seed, CampaignConfig.OPERATIONS_MAX);
      found = runner.run(seed, operations, new Marks()).violation();
    }

    assertThat(found).as("%s within %d seeds", bug, seedsMax).isPresent();
    System.out.printf("bug %s seeds=%d check=%s%n", bug, seed, found.get().check());
  }
}
