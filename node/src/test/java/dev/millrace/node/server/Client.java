package dev.millrace.node.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.PeekReply;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.server.Ledger.Seen;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Talks to a node over gRPC. A queue is named {@code group/name}. */
final class Client implements AutoCloseable {
  static final Duration LONG = Duration.newBuilder().setSeconds(3600).build();

  private final ManagedChannel channel;

  Client(int port) {
    channel =
        Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create())
            .directExecutor()
            .build();
  }

  MillraceGrpc.MillraceBlockingStub stub() {
    return MillraceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  MillraceGrpc.MillraceStub async() {
    return MillraceGrpc.newStub(channel);
  }

  static Queue queue(String name) {
    int slash = name.indexOf('/');
    return Queue.newBuilder()
        .setGroup(name.substring(0, slash))
        .setName(name.substring(slash + 1))
        .build();
  }

  static Element enqueue(String queue, String token) {
    ByteString bytes = ByteString.copyFromUtf8(token);
    return Element.newBuilder()
        .setEnqueue(Enqueue.newBuilder().setQueue(queue(queue)).setPid(bytes).setData(bytes))
        .build();
  }

  static Element dequeue(String queue, String token, long lease) {
    return Element.newBuilder()
        .setDequeue(
            Dequeue.newBuilder()
                .setQueue(queue(queue))
                .setPid(ByteString.copyFromUtf8(token))
                .setLease(lease))
        .build();
  }

  void update(List<Element> elements) {
    update(elements, Durability.FSYNC);
  }

  void update(List<Element> elements, Durability durability) {
    var request = UpdateRequest.newBuilder().addAllElements(elements).setDurability(durability);
    var _ = stub().update(request.build());
  }

  List<Task> lease(String queue, int tasks, Durability durability) {
    return stub()
        .lease(
            LeaseRequest.newBuilder()
                .addQueues(queue(queue))
                .setMaxTasks(tasks)
                .setLeaseTime(LONG)
                .setDurability(durability)
                .build())
        .getTasksList();
  }

  /** Every task of every queue, by token; fails if a queue counts something else than it holds. */
  Map<String, Seen> scan() {
    Map<String, Seen> scan = new HashMap<>();
    var everything =
        QueueFilter.newBuilder()
            .setPattern(Pattern.newBuilder().setRegex(".*").setAllGroups(true))
            .setPageSize(1000);
    var stats = stub().stats(StatsRequest.newBuilder().setFilter(everything).build());
    for (var queue : stats.getQueuesList()) {
      QueueSize counted = queue.getSize();
      Map<TaskState, Long> held = new HashMap<>();
      for (Task task : peek(counted.getQueue())) {
        held.merge(task.getState(), 1L, Long::sum);
        String name = task.getQueue().getGroup() + "/" + task.getQueue().getName();
        boolean leased = task.getState() == TaskState.LEASED;
        scan.put(
            task.getPid().toStringUtf8(),
            new Seen(name, task.getData().toStringUtf8(), leased, task.getLease()));
      }
      check(held.getOrDefault(TaskState.AVAILABLE, 0L) == counted.getAvailable(), counted, held);
      check(held.getOrDefault(TaskState.LEASED, 0L) == counted.getLeased(), counted, held);
      check(held.getOrDefault(TaskState.DELAYED, 0L) == counted.getDelayed(), counted, held);
      long size = held.values().stream().mapToLong(Long::longValue).sum();
      check(queue.getEntered() - queue.getLeft() == size, counted, held);
    }
    return scan;
  }

  private static void check(boolean holds, QueueSize counted, Map<TaskState, Long> held) {
    if (!holds) {
      throw new AssertionError("the queue counts %s and holds %s".formatted(counted, held));
    }
  }

  private List<Task> peek(Queue queue) {
    var tasks = new ArrayList<Task>();
    var request = PeekRequest.newBuilder().setQueue(queue).setMaxTasks(1000);
    PeekReply page;
    do {
      page = stub().peek(request.build());
      tasks.addAll(page.getTasksList());
      if (page.getMore()) {
        request.setAfterPid(page.getResumePid());
      }
    } while (page.getMore());
    return tasks;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
