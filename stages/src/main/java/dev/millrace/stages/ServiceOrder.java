package dev.millrace.stages;

import java.time.Duration;
import java.util.List;

/**
 * Who of those that wait is served next.
 *
 * @param classes in the order in which they are served
 * @param turnCost what a client may spend at its turn: more handles events that came together
 *     together, less is fair in shorter times
 * @param patience an event that has waited so long goes before all others, whatever its class and
 *     its client's share. Longer keeps order and fairness, shorter the worst delay.
 */
public record ServiceOrder(List<PriorityClass> classes, int turnCost, Duration patience) {
  private static final Duration ANY = Duration.ofDays(1);

  /** One class, in which clients take turns event by event. */
  public static final ServiceOrder PLAIN =
      new ServiceOrder(List.of(new PriorityClass("all", 1)), 1, ANY);

  public ServiceOrder {
    classes = List.copyOf(classes);
    if (classes.isEmpty() || turnCost < 1) {
      throw new IllegalArgumentException("a class and a turn of at least 1 are needed");
    }
  }
}
