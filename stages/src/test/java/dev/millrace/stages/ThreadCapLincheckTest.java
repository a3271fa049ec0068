package dev.millrace.stages;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Crews that add threads together never pass the cap. */
public class ThreadCapLincheckTest {
  private final ThreadCap cap = new ThreadCap(2);

  @Operation
  public boolean add() {
    return cap.tryAdd();
  }

  @Operation
  public int threads() {
    return cap.threads();
  }

  @Test
  void isLinearizableInAllSchedules() {
    new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(2)
        .check(ThreadCapLincheckTest.class);
  }
}
