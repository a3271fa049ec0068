package dev.millrace.stages;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;

/** Stages by name, made and removed while others run. Any thread may use it. */
public final class Stages implements AutoCloseable {
  private final ConcurrentSkipListMap<String, Entrance<?>> entrances =
      new ConcurrentSkipListMap<>();

  /**
   * Makes a stage known by its name.
   *
   * @return the way into it, which leads past what is put before it
   * @throws IllegalArgumentException if another has that name
   */
  public <E> Stage<E> add(Stage<E> stage) {
    var entrance = new Entrance<>(stage);
    if (entrances.putIfAbsent(stage.name(), entrance) != null) {
      throw new IllegalArgumentException("there is a stage %s already".formatted(stage.name()));
    }
    return entrance;
  }

  /** The way into a stage; its events must be of the kind that the stage takes. */
  @SuppressWarnings("unchecked") // who names a stage knows what it takes
  public <E> Optional<Stage<E>> find(String name) {
    return Optional.ofNullable((Stage<E>) entrances.get(name));
  }

  /**
   * Closes a stage and forgets it.
   *
   * @return false when there is none of that name
   */
  public boolean remove(String name) {
    Entrance<?> removed = entrances.remove(name);
    if (removed != null) {
      removed.close();
    }
    return removed != null;
  }

  /**
   * Has every event that goes to a stage remembered from now on.
   *
   * @throws IllegalArgumentException if there is no such stage
   */
  public TracingStage<?> trace(String name, int tracesMax, LongSupplier nanos) {
    return trace(entrance(name), tracesMax, nanos);
  }

  private static <E> TracingStage<E> trace(Entrance<E> entrance, int max, LongSupplier nanos) {
    var tracing = new TracingStage<>(entrance.stage(), max, nanos);
    entrance.putBefore(tracing);
    return tracing;
  }

  /** Takes away what {@link #trace} has put before a stage. */
  public void untrace(String name) {
    entrance(name).clear();
  }

  private Entrance<?> entrance(String name) {
    Entrance<?> entrance = entrances.get(name);
    if (entrance == null) {
      throw new IllegalArgumentException("there is no stage " + name);
    }
    return entrance;
  }

  /** All stages, by name. */
  public List<Observation> observe() {
    return entrances.values().stream().map(Stage::observe).toList();
  }

  /** Closes all stages. */
  @Override
  public void close() {
    entrances
        .keySet()
        .forEach(
            name -> {
              var _ = remove(name);
            });
  }
}
