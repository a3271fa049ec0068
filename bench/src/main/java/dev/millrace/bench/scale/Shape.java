package dev.millrace.bench.scale;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The queues and tasks of the measurement: 10 random bytes each. */
final class Shape {
  static final String NAME = "queue";
  static final String LARGEST = "largest";
  static final int DATA_BYTES = 10;
  private static final int IN_A_ROW = 10;
  private static final int PID_BYTES = 12;
  private static final int HOUR_SECONDS = 3_600;

  private Shape() {}

  static Queue queue(int number) {
    return Queue.newBuilder().setName(NAME + "-" + number).build();
  }

  static Queue largest() {
    return Queue.newBuilder().setName(LARGEST + "-0").build();
  }

  static Queue small() {
    return Queue.newBuilder().setName("small").build();
  }

  static UpdateRequest enqueue(Queue queue, int tasks) {
    return update(
        IntStream.range(0, tasks)
            .mapToObj(_ -> Enqueue.newBuilder().setQueue(queue).setData(random(DATA_BYTES))));
  }

  /** A few in each of several queues, so that a small backlog has tasks in all queues too. */
  static UpdateRequest enqueueInTurn(long first, int queues, int tasks) {
    return update(
        LongStream.range(first, first + tasks)
            .mapToObj(
                number ->
                    Enqueue.newBuilder()
                        .setQueue(queue((int) (number / IN_A_ROW % queues)))
                        .setData(random(DATA_BYTES))));
  }

  /** With a PID that lies anywhere. */
  static UpdateRequest enqueueAnywhere(Queue queue) {
    return update(
        Stream.of(
            Enqueue.newBuilder()
                .setQueue(queue)
                .setPid(random(PID_BYTES))
                .setData(random(DATA_BYTES))));
  }

  static UpdateRequest enqueueDelayed(Queue queue, int tasks) {
    return update(
        IntStream.range(0, tasks)
            .mapToObj(
                _ ->
                    Enqueue.newBuilder()
                        .setQueue(queue)
                        .setDelay(Duration.newBuilder().setSeconds(HOUR_SECONDS))
                        .setData(random(DATA_BYTES))));
  }

  private static UpdateRequest update(Stream<Enqueue.Builder> enqueues) {
    var update = UpdateRequest.newBuilder();
    enqueues.forEach(enqueue -> update.addElements(Element.newBuilder().setEnqueue(enqueue)));
    return update.build();
  }

  static LeaseRequest lease(Queue queue, int tasks) {
    return LeaseRequest.newBuilder()
        .addQueues(queue)
        .setMaxTasks(tasks)
        .setLeaseTime(Duration.newBuilder().setSeconds(HOUR_SECONDS))
        .setHolder("scale")
        .build();
  }

  static UpdateRequest dequeue(Task task) {
    return UpdateRequest.newBuilder()
        .addElements(
            Element.newBuilder()
                .setDequeue(
                    Dequeue.newBuilder()
                        .setQueue(task.getQueue())
                        .setPid(task.getPid())
                        .setLease(task.getLease())))
        .build();
  }

  private static ByteString random(int length) {
    var bytes = new byte[length];
    ThreadLocalRandom.current().nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }
}
