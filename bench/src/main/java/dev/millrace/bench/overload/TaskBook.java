package dev.millrace.bench.overload;

import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What a client has learned of the tasks in its queue, which nobody else uses. Tasks are numbered
 * from 0; their data begins with the number.
 */
final class TaskBook {
  private int tasks;
  private final BitSet acknowledged = new BitSet();
  private final BitSet refused = new BitSet();
  private final BitSet expired = new BitSet();

  /** Their completion was asked for; what came of it isn't known. */
  private final BitSet completing = new BitSet();

  private final BitSet completed = new BitSet();
  private final Map<Integer, Long> leases = new HashMap<>();
  private long leasesDropped;

  /** The number of a new task. */
  int add() {
    return tasks++;
  }

  void acknowledged(int task) {
    acknowledged.set(task);
  }

  /** The node said that nothing changed. */
  void refused(int task) {
    refused.set(task);
  }

  /** The client has given up. */
  void expired(int task) {
    expired.set(task);
  }

  /** False if the task could not have been leased: it isn't there, is gone, or is leased. */
  boolean leased(int task, long lease) {
    return acknowledged.get(task) && !completed.get(task) && leases.put(task, lease) == null;
  }

  long lease(int task) {
    return leases.getOrDefault(task, 0L);
  }

  void completing(int task) {
    completing.set(task);
  }

  void completed(int task) {
    completed.set(task);
    leases.remove(task);
  }

  void completionRefused(int task) {
    completing.clear(task);
  }

  /** The node did not know of a lease that had not ended. */
  void leaseDropped(int task) {
    leases.remove(task);
    leasesDropped++;
  }

  long executed() {
    return acknowledged.cardinality();
  }

  /**
   * What differs between the book and the tasks that are in the queue.
   *
   * @param lost acknowledged and gone, though not completed
   * @param refusedExecuted there, though refused
   * @param expiredExecuted there, though the client had given up before
   * @param cameBack there, though completed
   * @param leasesDropped before their time
   */
  record Findings(
      long lost, long refusedExecuted, long expiredExecuted, long cameBack, long leasesDropped) {
    static final Findings NONE = new Findings(0, 0, 0, 0, 0);

    Findings plus(Findings other) {
      return new Findings(
          lost + other.lost,
          refusedExecuted + other.refusedExecuted,
          expiredExecuted + other.expiredExecuted,
          cameBack + other.cameBack,
          leasesDropped + other.leasesDropped);
    }
  }

  Findings compare(Iterable<Task> inQueue) {
    var found = new BitSet();
    long dropped = leasesDropped;
    for (Task task : inQueue) {
      int number = number(task);
      found.set(number);
      Long lease = leases.get(number);
      boolean isHeld = task.getState() == TaskState.LEASED && task.getLease() == lease(number);
      if (lease != null && !completing.get(number) && !isHeld) {
        dropped++;
      }
    }
    var lost = (BitSet) acknowledged.clone();
    lost.andNot(found);
    lost.andNot(completed);
    lost.andNot(completing);
    return new Findings(
        lost.cardinality(),
        both(found, refused),
        both(found, expired),
        both(found, completed),
        dropped);
  }

  private static long both(BitSet a, BitSet b) {
    var both = (BitSet) a.clone();
    both.and(b);
    return both.cardinality();
  }

  /** Data for a task. */
  static byte[] data(int task, int bytes) {
    return ByteBuffer.allocate(bytes).putInt(task).array();
  }

  static int number(Task task) {
    return task.getData().asReadOnlyByteBuffer().getInt();
  }
}
