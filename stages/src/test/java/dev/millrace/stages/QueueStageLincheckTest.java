package dev.millrace.stages;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that offer to a stage and serve it see what one after the other would see. */
@Param(name = "client", gen = IntGen.class, conf = "0:1")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
@Timeout(300)
public class QueueStageLincheckTest {
  private static final long TIMEOUT_MILLIS = 120_000;

  private final HandCrew crew = new HandCrew();
  private final ThreadLocal<List<Integer>> handled = ThreadLocal.withInitial(ArrayList::new);
  private final QueueStage<Integer> stage =
      QueueStage.start(
          new StageConfig("s", 3, 2).withHandlers(8),
          batch -> handled.get().addAll(batch),
          (cause, _) -> {
            throw new IllegalStateException(cause);
          },
          crew);
  private final List<Client<Integer>> clients =
      List.of(stage.client("first"), stage.client("second"));

  @Operation
  public boolean offer(@Param(name = "client") int client, @Param(name = "value") int value) {
    return stage.offer(clients.get(client), 0, value, 1).isAccepted();
  }

  @Operation
  public List<Integer> serve() {
    handled.get().clear();
    var _ = crew.serveOnce();
    return List.copyOf(handled.get());
  }

  @Operation
  public int waiting() {
    return crew.waiting();
  }

  @Test
  void isLinearizableInAllSchedules() {
    var options =
        new ModelCheckingOptions()
            .iterations(5)
            .invocationsPerIteration(50)
            .threads(2)
            .actorsPerThread(2);
    // By the clock on the wall: on a machine that is busy with something else the default takes a
    // run that goes on for one that hangs.
    options.invocationTimeout$lincheck(TIMEOUT_MILLIS);

    options.check(QueueStageLincheckTest.class);
  }

  @Test
  void isLinearizableUnderStress() {
    new StressOptions()
        .iterations(20)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .check(QueueStageLincheckTest.class);
  }
}
