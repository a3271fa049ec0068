package dev.millrace.node.server;

import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something from time to time, on a thread of its own. */
final class Rhythm implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Rhythm.class);

  private final QueueStage<Runnable> stage;

  /**
   * @param work must not block; nothing depends on it, so a failure only ends it
   */
  Rhythm(String name, Duration period, Runnable work) {
    this(name, () -> System.nanoTime() + period.toNanos(), work);
  }

  /**
   * @param nextNanos when it is to be done again, asked after it was done; {@link
   *     BatchHandler#NEVER} for not before {@link #wake}
   */
  Rhythm(String name, LongSupplier nextNanos, Runnable work) {
    this.stage =
        QueueStage.start(
            new StageConfig(name, 1, 1),
            new Handler(work, nextNanos),
            (cause, _) -> log.error("A loop ended: name={}", name, cause));
  }

  /** Does it now. */
  void wake() {
    var _ = stage.wake();
  }

  @Override
  public void close() {
    stage.close();
  }

  private record Handler(Runnable work, LongSupplier nextNanos) implements BatchHandler<Runnable> {
    @Override
    public void handle(List<Runnable> batch) {
      work.run();
    }

    @Override
    public long nextWakeNanos() {
      return nextNanos.getAsLong();
    }
  }
}
