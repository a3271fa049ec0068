package dev.millrace.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.EnqueueAll;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for one queue that want nothing but a FIFO PID, of one caller or of several, as one
 * element. To write, execute and answer it costs less than an element for each.
 */
final class FifoRun {
  /** Digits of a FIFO PID that say which of a step it is. */
  private static final int INDEX_DIGITS = 4;

  private static final int DIGIT_BITS = 5;

  private FifoRun() {}

  /** The queue for which all tasks of an update are, if they may go in a run; else null. */
  static @Nullable Queue queueOf(UpdateRequest request) {
    Queue queue = null;
    for (Element element : request.getElementsList()) {
      Enqueue enqueue = element.getEnqueue();
      boolean isPlain = element.hasEnqueue() && enqueue.hasQueue() && isPlain(enqueue);
      if (!isPlain || (queue != null && !queue.equals(enqueue.getQueue()))) {
        return null;
      }
      queue = enqueue.getQueue();
    }
    return queue;
  }

  private static boolean isPlain(Enqueue enqueue) {
    return !enqueue.hasPid()
        && !enqueue.hasDelay()
        && !enqueue.hasNotBefore()
        && enqueue.getOnConflictValue() == OnConflict.ON_CONFLICT_UNSPECIFIED_VALUE
        && !enqueue.hasOnlyIf()
        && enqueue.getTrace().isEmpty();
  }

  /** The update that puts the tasks of all of them. */
  static UpdateRequest request(Queue queue, List<PendingCall<?>> callers) {
    var all = EnqueueAll.newBuilder().setQueue(queue);
    UpdateRequest last = UpdateRequest.getDefaultInstance();
    for (PendingCall<?> caller : callers) {
      last = (UpdateRequest) caller.request;
      for (Element element : last.getElementsList()) {
        all.addData(element.getEnqueue().getData());
      }
    }
    return UpdateRequest.newBuilder()
        .addElements(Element.newBuilder().setEnqueueAll(all))
        .setDurability(last.getDurability())
        .build();
  }

  /** What one of its tasks would have been answered by itself. */
  static ElementResult result(ElementResult run, int task) {
    return ElementResult.newBuilder()
        .setOutcome(run.getOutcome())
        .setPid(pidAfter(run.getPid(), task))
        .build();
  }

  /** The PID that was given so many tasks after this one: its last digits are counted on. */
  static ByteString pidAfter(ByteString first, int tasks) {
    byte[] bytes = first.toByteArray();
    int carried = tasks;
    for (int i = bytes.length - 1; i >= bytes.length - INDEX_DIGITS && carried > 0; i--) {
      carried += Character.digit(bytes[i], 1 << DIGIT_BITS);
      bytes[i] = (byte) Character.forDigit(carried & (1 << DIGIT_BITS) - 1, 1 << DIGIT_BITS);
      carried >>= DIGIT_BITS;
    }
    return UnsafeByteOperations.unsafeWrap(bytes);
  }
}
