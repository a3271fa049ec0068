package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.stages.PriorityClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What calls are for, in the order in which they are served. What makes queues shorter goes first
 * and is refused last: a node that refuses completions gets ever fuller.
 */
public enum CallClass {
  /** Ends or prolongs work that is under way, or removes a queue. */
  COMPLETE(0, 1.5),
  /** Begins work. */
  LEASE(1, 1.25),
  /** Makes queues longer, or changes what may come into them. */
  ENQUEUE(2, 1),
  /** Changes nothing. */
  LOOK(3, 0.75);

  private final int priority;
  private final double headroom;

  CallClass(int priority, double headroom) {
    this.priority = priority;
    this.headroom = headroom;
  }

  /** Its place among {@link #all}. */
  int priority() {
    return priority;
  }

  double headroom() {
    return headroom;
  }

  static CallClass of(Command command) {
    return switch (command) {
      case Command.Update update -> isCompletion(update) ? COMPLETE : ENQUEUE;
      case Command.RenewAll _,
          Command.GiveBack _,
          Command.Cancel _,
          Command.DeleteQueue _,
          Command.DeleteMatching _,
          Command.Tick _ ->
          COMPLETE;
      case Command.Lease _ -> LEASE;
      case Command.Pause _, Command.SetPolicies _, Command.AdoptPolicies _ -> ENQUEUE;
      case Command.Get _,
          Command.Peek _,
          Command.Survey _,
          Command.Rank _,
          Command.Show _,
          Command.GetPolicies _ ->
          LOOK;
    };
  }

  /** One that finishes a task and enqueues the next one is a completion too. */
  private static boolean isCompletion(Command.Update update) {
    for (Element element : update.elements()) {
      switch (element) {
        case Element.Dequeue _, Element.Renew _, Element.Release _ -> {
          return true;
        }
        case Element.Enqueue _, Element.EnqueueAll _, Element.Move _, Element.Expect _ -> {}
      }
    }
    return false;
  }

  /** As a stage takes them. */
  static List<PriorityClass> all() {
    return Arrays.stream(values())
        .map(one -> new PriorityClass(one.name().toLowerCase(Locale.ROOT), one.headroom))
        .toList();
  }
}
