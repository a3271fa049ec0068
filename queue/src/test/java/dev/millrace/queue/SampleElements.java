package dev.millrace.queue;

import java.time.Duration;

/** Elements of updates in the default group, with little to say. */
final class SampleElements {
  private SampleElements() {}

  static Element.Enqueue enqueue(String queue, String pid) {
    return enqueue(queue, pid, "data of " + pid);
  }

  static Element.Enqueue enqueue(String queue, String pid, String data) {
    return enqueue(queue, pid, data, OnConflict.KEEP);
  }

  static Element.Enqueue enqueue(String queue, String pid, String data, OnConflict onConflict) {
    return new Element.Enqueue(
        QueueName.of(queue), Pid.of(pid), Payload.of(data), new Start.Now(), onConflict, null);
  }

  static Element.Enqueue enqueue(String queue, String pid, Start start) {
    return new Element.Enqueue(
        QueueName.of(queue), Pid.of(pid), Payload.of("data"), start, OnConflict.KEEP, null);
  }

  static Element.Enqueue enqueueIf(Condition condition, String queue, String pid) {
    return new Element.Enqueue(
        QueueName.of(queue),
        Pid.of(pid),
        Payload.of("data"),
        new Start.Now(),
        OnConflict.KEEP,
        condition);
  }

  static Element.Enqueue fifo(String queue, String data) {
    return Element.Enqueue.of(QueueName.of(queue), null, Payload.of(data));
  }

  static Start after(Duration delay) {
    return new Start.After(delay.toMillis());
  }

  static Element.Dequeue cancel(String queue, String pid) {
    return new Element.Dequeue(QueueName.of(queue), Pid.of(pid), Task.NO_LEASE);
  }

  static Element.Move move(String queue, String pid, String toQueue, String toPid) {
    return move(queue, pid, toQueue, toPid, new Start.Now());
  }

  static Element.Move move(String queue, String pid, String toQueue, String toPid, Start start) {
    return new Element.Move(
        QueueName.of(queue),
        Pid.of(pid),
        Task.NO_LEASE,
        QueueName.of(toQueue),
        Pid.of(toPid),
        start,
        false);
  }

  static Element.Expect expect(Condition condition) {
    return new Element.Expect(condition);
  }

  static Condition isEmpty(String queue) {
    return new Condition.QueueEmpty(QueueName.of(queue));
  }

  static Condition holdsAtMost(String queue, long tasks) {
    return new Condition.QueueAtMost(QueueName.of(queue), tasks);
  }

  static Condition exists(String queue, String pid) {
    return new Condition.TaskExists(QueueName.of(queue), Pid.of(pid));
  }

  static Condition isAbsent(String queue, String pid) {
    return new Condition.TaskAbsent(QueueName.of(queue), Pid.of(pid));
  }
}
