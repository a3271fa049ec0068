package dev.millrace.stages;

/**
 * The bounds of a stage with a queue.
 *
 * @param name of the stage and of its thread
 * @param queueMax events that may wait
 * @param batchMax events that its handler gets at once
 */
public record StageConfig(String name, int queueMax, int batchMax) {
  public StageConfig {
    if (queueMax < 1 || batchMax < 1) {
      throw new IllegalArgumentException("the bounds of stage %s are at least 1".formatted(name));
    }
  }
}
