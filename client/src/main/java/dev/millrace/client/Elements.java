package dev.millrace.client;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Condition;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Release;
import dev.millrace.api.v1.Renew;
import dev.millrace.api.v1.Task;
import java.time.Duration;

/** The elements of updates that are needed most; all others are made by their builders. */
public final class Elements {
  private Elements() {}

  /** A queue of the default group. */
  public static Queue queue(String name) {
    return Queue.newBuilder().setName(name).build();
  }

  public static Queue queue(String group, String name) {
    return Queue.newBuilder().setGroup(group).setName(name).build();
  }

  /** A new task behind all that were enqueued so. */
  public static Element enqueue(Queue queue, ByteString data) {
    return enqueue(Enqueue.newBuilder().setQueue(queue).setData(data).build());
  }

  /** A task by its priority and identity; one that is there stays as it is. */
  public static Element enqueue(Queue queue, ByteString pid, ByteString data) {
    return enqueue(Enqueue.newBuilder().setQueue(queue).setPid(pid).setData(data).build());
  }

  public static Element enqueue(Enqueue enqueue) {
    return Element.newBuilder().setEnqueue(enqueue).build();
  }

  /** The task is done, under the lease that it came with. */
  public static Element complete(Task task) {
    return Element.newBuilder()
        .setDequeue(
            Dequeue.newBuilder()
                .setQueue(task.getQueue())
                .setPid(task.getPid())
                .setLease(task.getLease()))
        .build();
  }

  /** Takes a task out, in whatever state it is. */
  public static Element cancel(Queue queue, ByteString pid) {
    return Element.newBuilder()
        .setDequeue(Dequeue.newBuilder().setQueue(queue).setPid(pid))
        .build();
  }

  /** The lease ends so long from now. */
  public static Element renew(Task task, Duration leaseTime) {
    return Element.newBuilder()
        .setRenew(
            Renew.newBuilder()
                .setQueue(task.getQueue())
                .setPid(task.getPid())
                .setLease(task.getLease())
                .setLeaseTime(Times.message(leaseTime)))
        .build();
  }

  /** Somebody else may have the task; no attempt is counted. */
  public static Element release(Task task) {
    return Element.newBuilder().setRelease(releaseOf(task)).build();
  }

  /** The attempt failed: the task waits for its policy's backoff, or goes to the dead letters. */
  public static Element fail(Task task, String reason) {
    return Element.newBuilder()
        .setRelease(releaseOf(task).setFailed(true).setReason(reason))
        .build();
  }

  private static Release.Builder releaseOf(Task task) {
    return Release.newBuilder()
        .setQueue(task.getQueue())
        .setPid(task.getPid())
        .setLease(task.getLease());
  }

  /** The update happens only if this holds. */
  public static Element expect(Condition condition) {
    return Element.newBuilder().setExpect(condition).build();
  }
}
