package dev.millrace.stages.control;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Threads that take from a rate limit together get what one after the other would get. */
@Param(name = "tokens", gen = IntGen.class, conf = "1:3")
@Param(name = "time", gen = IntGen.class, conf = "0:5")
public class RateLimitLincheckTest {
  private final RateLimit limit = new RateLimit(1e9, 4, 0);

  @Operation
  public long take(@Param(name = "tokens") int tokens, @Param(name = "time") int nanos) {
    return limit.tryTake(tokens, nanos);
  }

  @Test
  void isLinearizableInAllSchedules() {
    new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(3)
        .check(RateLimitLincheckTest.class);
  }
}
