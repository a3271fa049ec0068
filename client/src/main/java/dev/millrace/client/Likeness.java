package dev.millrace.client;

import dev.millrace.api.v1.Condition;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What calls have in common that can go to the server as one; equal ones are alike. */
sealed interface Likeness {
  /**
   * Updates of one group: in one update they have the effect that they have one after the other,
   * because later elements see what earlier ones did.
   */
  record OfUpdates(String group, Durability durability, Purpose purpose) implements Likeness {}

  /**
   * The same lease: one for all of them may grant as many tasks as all of them may have. It doesn't
   * wait; who gets nothing, and has time to wait, does that alone.
   */
  record OfLeases(LeaseRequest request) implements Likeness {}

  /** Updates of different purpose don't wait for each other, and aren't refused together. */
  enum Purpose {
    /** Only makes queues longer. */
    ADD,
    /** Ends or prolongs work. */
    COMPLETE,
    /** Does both. */
    HAND_OVER
  }

  /** Null when it has no like. */
  static @Nullable Likeness of(UpdateRequest request) {
    List<Element> elements = request.getElementsList();
    String group = elements.isEmpty() ? null : groupOf(elements.getFirst());
    if (request.hasRequest() || group == null) {
      return null;
    }
    boolean adds = false;
    boolean completes = false;
    for (Element element : elements) {
      if (!group.equals(groupOf(element))) {
        return null;
      }
      switch (element.getKindCase()) {
        case DEQUEUE, RENEW, RELEASE -> completes = true;
        case ENQUEUE, ENQUEUE_ALL, MOVE, EXPECT, KIND_NOT_SET -> adds = true;
      }
    }
    Purpose purpose = !completes ? Purpose.ADD : adds ? Purpose.HAND_OVER : Purpose.COMPLETE;
    return new OfUpdates(group, request.getDurability(), purpose);
  }

  private static @Nullable String groupOf(Element element) {
    return switch (element.getKindCase()) {
      case ENQUEUE -> element.getEnqueue().getQueue().getGroup();
      case DEQUEUE -> element.getDequeue().getQueue().getGroup();
      case RENEW -> element.getRenew().getQueue().getGroup();
      case RELEASE -> element.getRelease().getQueue().getGroup();
      case MOVE -> element.getMove().getQueue().getGroup();
      case EXPECT -> groupOf(element.getExpect());
      // So large that it goes alone.
      case ENQUEUE_ALL, KIND_NOT_SET -> null;
    };
  }

  private static @Nullable String groupOf(Condition condition) {
    Queue queue =
        switch (condition.getKindCase()) {
          case QUEUE_EMPTY -> condition.getQueueEmpty();
          case QUEUE_AT_MOST -> condition.getQueueAtMost().getQueue();
          case TASK_EXISTS -> condition.getTaskExists().getQueue();
          case TASK_ABSENT -> condition.getTaskAbsent().getQueue();
          case KIND_NOT_SET -> null;
        };
    return queue == null ? null : queue.getGroup();
  }

  /** Null when it has no like. */
  static @Nullable Likeness of(LeaseRequest request) {
    return request.hasRequest() ? null : new OfLeases(request);
  }
}
