package dev.millrace.bench;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Requests that the measurements have in common. */
final class Work {
  /** What TaskMaster's measurements use. */
  static final int DATA_BYTES = 100;

  /** Not all equal, so that compression has something to do. */
  private static final ByteString DATA = data();

  private Work() {}

  private static ByteString data() {
    byte[] bytes = new byte[DATA_BYTES];
    new Random(1).nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }

  static Queue queue(String group, String name) {
    return Queue.newBuilder().setGroup(group).setName(name).build();
  }

  static Element enqueue(Queue queue) {
    return Element.newBuilder()
        .setEnqueue(Enqueue.newBuilder().setQueue(queue).setData(DATA))
        .build();
  }

  /** A task in every one of these queues. */
  static Stream<Element> enqueueEach(Stream<Queue> queues) {
    return queues.map(Work::enqueue);
  }

  static Stream<Element> enqueue(Queue queue, int tasks) {
    Element one = enqueue(queue);
    return IntStream.range(0, tasks).mapToObj(_ -> one);
  }

  static Element dequeue(Task task) {
    return Element.newBuilder()
        .setDequeue(
            Dequeue.newBuilder()
                .setQueue(task.getQueue())
                .setPid(task.getPid())
                .setLease(task.getLease()))
        .build();
  }

  /** Survives the end of the process: measurements of memory and reads needn't wait for a disk. */
  static UpdateRequest update(Stream<Element> elements) {
    var update = UpdateRequest.newBuilder().setDurability(Durability.OS);
    elements.forEach(update::addElements);
    return update.build();
  }

  static LeaseRequest lease(Queue queue, int tasks) {
    return LeaseRequest.newBuilder()
        .addQueues(queue)
        .setMaxTasks(tasks)
        .setDurability(Durability.OS)
        .build();
  }

  static LeaseRequest lease(Pattern pattern, int tasks) {
    return LeaseRequest.newBuilder()
        .setPattern(pattern)
        .setMaxTasks(tasks)
        .setDurability(Durability.OS)
        .build();
  }
}
