package dev.millrace.node.server;

import dev.millrace.node.wire.Streams;
import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time for streams whose readers have stopped, and ends them. */
final class ReaderLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReaderLoop.class);

  /** Looks in the time that a reader has. */
  private static final int LOOKS = 4;

  private final Streams streams;
  private final Duration timeMax;
  private final QueueStage<Streams> stage;

  ReaderLoop(Streams streams, Duration timeMax) {
    this.streams = streams;
    this.timeMax = timeMax;
    this.stage =
        QueueStage.start(
            new StageConfig("readers", 1, 1),
            new Handler(),
            (cause, _) -> log.error("Slow readers are not cut off any more", cause));
  }

  @Override
  public void close() {
    stage.close();
  }

  private final class Handler implements BatchHandler<Streams> {
    @Override
    public void handle(List<Streams> batch) {
      streams.endUnread(System.nanoTime(), timeMax);
    }

    @Override
    public long nextWakeNanos() {
      return System.nanoTime() + timeMax.dividedBy(LOOKS).toNanos();
    }
  }
}
