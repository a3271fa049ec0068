package dev.millrace.stages;

/**
 * The way into a stage that is known by name. What stands before the stage, such as a tracing
 * stage, can be put there and taken away while events come in.
 */
final class Entrance<E> implements Stage<E> {
  private final Stage<E> stage;
  private volatile Stage<E> first;

  Entrance(Stage<E> stage) {
    this.stage = stage;
    this.first = stage;
  }

  @Override
  public String name() {
    return stage.name();
  }

  @Override
  public Admission offer(E event) {
    return first.offer(event);
  }

  @Override
  public Observation observe() {
    return stage.observe();
  }

  void putBefore(Stage<E> before) {
    first = before;
  }

  void clear() {
    first = stage;
  }

  Stage<E> stage() {
    return stage;
  }

  @Override
  public void close() {
    stage.close();
  }
}
