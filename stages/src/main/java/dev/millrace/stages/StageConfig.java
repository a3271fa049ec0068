package dev.millrace.stages;

import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.AnyWait;
import dev.millrace.stages.control.BatchRule;
import dev.millrace.stages.control.FixedBatch;
import dev.millrace.stages.control.RateLimit;
import java.time.Duration;
import java.util.Optional;

/**
 * What a stage with a queue may do.
 *
 * @param name of the stage and of its thread
 * @param queueMax events that may wait, whatever admission says
 * @param order who is served next
 * @param admission bounds what waits by its cost
 * @param batching how many events the handler gets at once
 * @param rate bounds what is taken in a while; empty for no bound
 * @param sampleTime how often the rules decide
 * @param handlersMax threads that may run the handler at the same time; 1 keeps events in order
 */
public record StageConfig(
    String name,
    int queueMax,
    ServiceOrder order,
    AdmissionRule admission,
    BatchRule batching,
    Optional<RateLimit> rate,
    Duration sampleTime,
    int handlersMax) {
  private static final Duration SAMPLE_TIME = Duration.ofMillis(100);

  public StageConfig {
    if (queueMax < 1 || handlersMax < 1) {
      throw new IllegalArgumentException("the bounds of stage %s are at least 1".formatted(name));
    }
  }

  /** One class, first come first served, bounded by number only, one thread in the handler. */
  public StageConfig(String name, int queueMax, int batchMax) {
    this(
        name,
        queueMax,
        ServiceOrder.PLAIN,
        new AnyWait(),
        new FixedBatch(batchMax),
        Optional.empty(),
        SAMPLE_TIME,
        1);
  }

  public StageConfig with(ServiceOrder changed) {
    return new StageConfig(
        name, queueMax, changed, admission, batching, rate, sampleTime, handlersMax);
  }

  public StageConfig with(AdmissionRule changed) {
    return new StageConfig(name, queueMax, order, changed, batching, rate, sampleTime, handlersMax);
  }

  public StageConfig with(BatchRule changed) {
    return new StageConfig(
        name, queueMax, order, admission, changed, rate, sampleTime, handlersMax);
  }

  public StageConfig with(RateLimit changed) {
    return new StageConfig(
        name, queueMax, order, admission, batching, Optional.of(changed), sampleTime, handlersMax);
  }

  public StageConfig withHandlers(int changed) {
    return new StageConfig(name, queueMax, order, admission, batching, rate, sampleTime, changed);
  }
}
