package dev.millrace.node.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.RequestId;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Slot;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Short ways to write messages, and to read what came back. */
final class Messages {
  private Messages() {}

  static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  static ByteString bytes(int length) {
    return ByteString.copyFrom(new byte[length]);
  }

  static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  static Queue queue(String name) {
    return Queue.newBuilder().setName(name).build();
  }

  static Queue queue(String group, String name) {
    return Queue.newBuilder().setGroup(group).setName(name).build();
  }

  static Pattern pattern(String regex) {
    return Pattern.newBuilder().setRegex(regex).build();
  }

  static Pattern everywhere(String regex) {
    return Pattern.newBuilder().setRegex(regex).setAllGroups(true).build();
  }

  static RequestId request(String client, long sequence) {
    return RequestId.newBuilder().setClient(client).setSequence(sequence).build();
  }

  static Element enqueue(Queue queue, String pid) {
    return Element.newBuilder()
        .setEnqueue(
            Enqueue.newBuilder()
                .setQueue(queue)
                .setPid(bytes(pid))
                .setData(bytes("data of " + pid)))
        .build();
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

  static UpdateRequest update(Element... elements) {
    return UpdateRequest.newBuilder().addAllElements(Arrays.asList(elements)).build();
  }

  static LeaseRequest lease(int maxTasks, Queue... queues) {
    return LeaseRequest.newBuilder()
        .addAllQueues(Arrays.asList(queues))
        .setMaxTasks(maxTasks)
        .setHolder("worker")
        .build();
  }

  static LeaseRequest lease(int maxTasks, Pattern pattern) {
    return LeaseRequest.newBuilder()
        .setPattern(pattern)
        .setMaxTasks(maxTasks)
        .setHolder("worker")
        .build();
  }

  static List<String> pids(LeaseReply reply) {
    return reply.getTasksList().stream().map(task -> task.getPid().toStringUtf8()).toList();
  }

  /** A group of its own for each of the slots, so that a test can name a queue in a given slot. */
  static String groupOf(int slot, int slots) {
    for (int i = 0; ; i++) {
      if (Slot.of("group" + i, slots) == slot) {
        return "group" + i;
      }
    }
  }

  /** The problem that a call must fail with. */
  static Problem problemOf(ThrowingCallable call) {
    Throwable failure = Assertions.catchThrowable(call);
    Assertions.assertThat(failure).isInstanceOf(StatusRuntimeException.class);
    return problem((StatusRuntimeException) failure);
  }

  static Problem problem(Throwable failure) {
    try {
      var status = Objects.requireNonNull(StatusProto.fromThrowable(failure));
      return status.getDetails(0).unpack(Problem.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  /** The problem that an adapter must refuse its input with. */
  static dev.millrace.queue.Problem refusalOf(ThrowingCallable adaptation) {
    Throwable failure = Assertions.catchThrowable(adaptation);
    Assertions.assertThat(failure).isInstanceOf(QueueException.class);
    return ((QueueException) failure).problem();
  }
}
