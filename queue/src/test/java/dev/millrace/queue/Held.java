package dev.millrace.queue;

import dev.millrace.queue.Reply.LeasedTask;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task as its worker knows it, and what the worker may do with it. */
record Held(QueueName queue, Task task) {

  static Held of(LeasedTask leased) {
    return new Held(leased.queue(), leased.task());
  }

  static List<String> pids(List<Held> held) {
    return held.stream().map(one -> one.pid().toString()).toList();
  }

  /** The tasks as {@code queue/pid}. */
  static List<String> names(List<Held> held) {
    return held.stream().map(one -> one.queue + "/" + one.pid()).toList();
  }

  Pid pid() {
    return task.pid();
  }

  long lease() {
    return task.lease();
  }

  String data() {
    return new String(task.data().bytes(), StandardCharsets.UTF_8);
  }

  long untilMillis() {
    return ((TaskState.Leased) task.state()).untilMillis();
  }

  Element.Dequeue dequeue() {
    return new Element.Dequeue(queue, pid(), lease());
  }

  Element.Renew renew(Duration time) {
    return new Element.Renew(queue, pid(), lease(), time.toMillis());
  }

  Element.Release release() {
    return release(new Start.Now());
  }

  Element.Release release(Start start) {
    return new Element.Release(queue, pid(), lease(), start, false, "");
  }

  Element.Release fail(String reason) {
    return fail(reason, new Start.Now());
  }

  Element.Release fail(String reason, Start start) {
    return new Element.Release(queue, pid(), lease(), start, true, reason);
  }

  Element.Move moveTo(String toQueue, @Nullable String toPid) {
    return new Element.Move(
        queue,
        pid(),
        lease(),
        queue.sibling(toQueue),
        toPid == null ? null : Pid.of(toPid),
        new Start.Now(),
        false);
  }
}
