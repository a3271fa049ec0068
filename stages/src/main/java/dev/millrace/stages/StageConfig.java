package dev.millrace.stages;

import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.AnyWait;
import dev.millrace.stages.control.BatchRule;
import dev.millrace.stages.control.FixedBatch;
import dev.millrace.stages.control.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a stage with a queue may do.
 *
 * @param name of the stage and of its thread
 * @param queueMax events that may wait, whatever admission says
 * @param classes in the order in which they are served
 * @param turnCost what a client may spend at its turn: more handles events that came together
 *     together, less is fair in shorter times
 * @param admission bounds what waits by its cost
 * @param batching how many events the handler gets at once
 * @param rate bounds what is taken in a while; empty for no bound
 * @param patience an event that has waited so long goes before all others, whatever its class and
 *     its client's share. Longer keeps order and fairness, shorter the worst delay.
 * @param sampleTime how often the rules decide
 * @param handlersMax threads that may run the handler at the same time; 1 keeps events in order
 */
public record StageConfig(
    String name,
    int queueMax,
    List<PriorityClass> classes,
    int turnCost,
    AdmissionRule admission,
    BatchRule batching,
    Optional<RateLimit> rate,
    Duration patience,
    Duration sampleTime,
    int handlersMax) {
  private static final Duration SAMPLE_TIME = Duration.ofMillis(100);
  private static final Duration ANY = Duration.ofDays(1);

  public StageConfig {
    classes = List.copyOf(classes);
    if (queueMax < 1 || turnCost < 1 || handlersMax < 1 || classes.isEmpty()) {
      throw new IllegalArgumentException("the bounds of stage %s are at least 1".formatted(name));
    }
  }

  /** One class, first come first served, bounded by number only, one thread in the handler. */
  public StageConfig(String name, int queueMax, int batchMax) {
    this(
        name,
        queueMax,
        List.of(new PriorityClass("all", 1)),
        1,
        new AnyWait(),
        new FixedBatch(batchMax),
        Optional.empty(),
        ANY,
        SAMPLE_TIME,
        1);
  }

  public StageConfig with(AdmissionRule changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        turnCost,
        changed,
        batching,
        rate,
        patience,
        sampleTime,
        handlersMax);
  }

  public StageConfig with(BatchRule changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        turnCost,
        admission,
        changed,
        rate,
        patience,
        sampleTime,
        handlersMax);
  }

  public StageConfig with(RateLimit changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        turnCost,
        admission,
        batching,
        Optional.of(changed),
        patience,
        sampleTime,
        handlersMax);
  }

  public StageConfig withClasses(List<PriorityClass> changed) {
    return new StageConfig(
        name,
        queueMax,
        changed,
        turnCost,
        admission,
        batching,
        rate,
        patience,
        sampleTime,
        handlersMax);
  }

  public StageConfig withTurnCost(int changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        changed,
        admission,
        batching,
        rate,
        patience,
        sampleTime,
        handlersMax);
  }

  public StageConfig withPatience(Duration changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        turnCost,
        admission,
        batching,
        rate,
        changed,
        sampleTime,
        handlersMax);
  }

  public StageConfig withHandlers(int changed) {
    return new StageConfig(
        name,
        queueMax,
        classes,
        turnCost,
        admission,
        batching,
        rate,
        patience,
        sampleTime,
        changed);
  }
}
