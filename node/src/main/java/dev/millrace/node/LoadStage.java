package dev.millrace.node;

import dev.millrace.node.ExecuteEvent.Read;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.util.List;

/** The stage that reads from the store what slots ask for, all that wait together. */
final class LoadStage implements AutoCloseable {
  /** Parked calls are bounded before they ask; beside them a slot asks for little. */
  private static final int QUEUE_MAX = 20_000;

  /** What is read for so many inquiries is in memory at once. */
  private static final int BATCH_MAX = 128;

  private final SlotStore slotStore;
  private final UrgentEvents urgent;
  private final PathLife life;
  private final QueueStage<Asked> stage;

  LoadStage(SlotStore slotStore, UrgentEvents urgent, PathLife life) {
    this.slotStore = slotStore;
    this.urgent = urgent;
    this.life = life;
    this.stage =
        QueueStage.start(
            new StageConfig("load", QUEUE_MAX, BATCH_MAX),
            this::read,
            (cause, _) -> life.fail(cause));
  }

  private void read(List<Asked> asked) {
    if (!life.hasFailed()) {
      slotStore.read(asked).forEach(supply -> urgent.add(new Read(supply)));
    }
  }

  /** Has something read; waits when too much is asked already. */
  void put(Asked asked) {
    // Refused only when the path has failed: then nobody waits for it.
    var _ = stage.put(asked);
  }

  Observation observe() {
    return stage.observe();
  }

  @Override
  public void close() {
    stage.close();
  }
}
