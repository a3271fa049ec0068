package dev.millrace.node;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that leave together: one after the other, on one thread, such as all that one sync made
 * durable. Whoever gets one may have something done after the last of them, and so pass on at once
 * all that it got.
 */
public final class AnswerGroup {
  private static final Logger log = LoggerFactory.getLogger(AnswerGroup.class);

  private static final ThreadLocal<AnswerGroup> OF_THREAD =
      ThreadLocal.withInitial(AnswerGroup::new);

  private boolean isLeaving;
  private List<Runnable> actions = new ArrayList<>();

  private AnswerGroup() {}

  /** Gives answers as one group; inside another group, as a part of that. */
  public static void give(Runnable answers) {
    AnswerGroup group = OF_THREAD.get();
    if (group.isLeaving) {
      answers.run();
      return;
    }
    group.isLeaving = true;
    try {
      answers.run();
    } finally {
      group.isLeaving = false;
      group.takeActions().forEach(AnswerGroup::runSafely);
    }
  }

  /** Has something done after the group that leaves on this thread; at once when none does. */
  public static void after(Runnable action) {
    AnswerGroup group = OF_THREAD.get();
    if (group.isLeaving) {
      group.actions.add(action);
    } else {
      action.run();
    }
  }

  /** An action may give answers again: it must find an empty list. */
  private List<Runnable> takeActions() {
    if (actions.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }

  private static void runSafely(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      // Others of the group wait for their part, and the journal is sound.
      log.warn("A caller did not take its answers", e);
    }
  }
}
