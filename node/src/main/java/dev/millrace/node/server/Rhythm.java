package dev.millrace.node.server;

import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.time.Duration;
import java.util.List;
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
    this.stage =
        QueueStage.start(
            new StageConfig(name, 1, 1),
            new Handler(work, period.toNanos()),
            (cause, _) -> log.error("A loop ended: name={}", name, cause));
  }

  @Override
  public void close() {
    stage.close();
  }

  private record Handler(Runnable work, long periodNanos) implements BatchHandler<Runnable> {
    @Override
    public void handle(List<Runnable> batch) {
      work.run();
    }

    @Override
    public long nextWakeNanos() {
      return System.nanoTime() + periodNanos;
    }
  }
}
