package dev.millrace.bench;

import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.PeekReply;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** The calls that measurements make. Waits and repeats where a node is overloaded. */
public final class Client implements AutoCloseable {
  private static final int MESSAGE_BYTES_MAX = 20 << 20;
  private static final int PAGE = 1_000;
  private static final Duration CALL_TIME_MAX = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ManagedChannel channel;

  public Client(int port) {
    channel =
        Grpc.newChannelBuilderForAddress("127.0.0.1", port, InsecureChannelCredentials.create())
            .maxInboundMessageSize(MESSAGE_BYTES_MAX)
            .build();
  }

  public void update(UpdateRequest request) {
    patiently(stub -> stub.update(request));
  }

  public List<Task> lease(LeaseRequest request) {
    return patiently(stub -> stub.lease(request)).getTasksList();
  }

  /** All of them in one message; those that met an overload again, until all are done. */
  public void updateAll(List<UpdateRequest> updates) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<UpdateRequest> left = updates;
    while (!left.isEmpty()) {
      var batch = BatchRequest.newBuilder();
      for (int i = 0; i < left.size(); i++) {
        batch.addCalls(Call.newBuilder().setNumber(i).setUpdate(left.get(i)));
      }
      var request = batch.build();
      List<UpdateRequest> refused = new ArrayList<>();
      for (CallReply reply : patiently(stub -> stub.batch(request)).getRepliesList()) {
        if (reply.hasProblem()) {
          if (reply.getProblem().getCode() != ErrorCode.OVERLOADED || System.nanoTime() > end) {
            throw new IllegalStateException(reply.getProblem().toString());
          }
          refused.add(left.get((int) reply.getNumber()));
        }
      }
      if (!refused.isEmpty()) {
        pause();
      }
      left = refused;
    }
  }

  public ListQueuesReply list(Pattern pattern) {
    var filter = QueueFilter.newBuilder().setPattern(pattern);
    return patiently(
        stub -> stub.listQueues(ListQueuesRequest.newBuilder().setFilter(filter).build()));
  }

  /** Deletes a queue, durably; how many tasks it had. */
  public long delete(Queue queue) {
    var request = DeleteQueueRequest.newBuilder().setQueue(queue).build();
    return patiently(stub -> stub.deleteQueue(request)).getTasks();
  }

  /** Every queue of every group, page by page. */
  void forEachQueue(Consumer<QueueSize> action) {
    var filter =
        QueueFilter.newBuilder()
            .setPattern(Pattern.newBuilder().setAllGroups(true))
            .setPageSize(PAGE);
    String token = "";
    do {
      var request = ListQueuesRequest.newBuilder().setFilter(filter.setPageToken(token)).build();
      ListQueuesReply reply = patiently(stub -> stub.listQueues(request));
      reply.getQueuesList().forEach(action);
      token = reply.getNextPageToken();
    } while (!token.isEmpty());
  }

  /** The sums over all queues. */
  public QueueStats totals() {
    var everything =
        QueueFilter.newBuilder().setPattern(Pattern.newBuilder().setAllGroups(true)).setPageSize(1);
    return patiently(stub -> stub.stats(StatsRequest.newBuilder().setFilter(everything).build()))
        .getTotal();
  }

  /** How many tasks a queue has, each of them looked at. */
  long countTasks(Queue queue) {
    var request = PeekRequest.newBuilder().setQueue(queue).setMaxTasks(PAGE).setWithoutData(true);
    long count = 0;
    PeekReply reply;
    do {
      var page = request.build();
      reply = patiently(stub -> stub.peek(page));
      count += reply.getTasksCount();
      request.setAfterPid(reply.getResumePid());
    } while (reply.getMore());
    return count;
  }

  /** Every task of a queue, page by page. */
  public void forEachTask(Queue queue, Consumer<Task> action) {
    var request = PeekRequest.newBuilder().setQueue(queue).setMaxTasks(PAGE);
    PeekReply reply;
    do {
      var page = request.build();
      reply = patiently(stub -> stub.peek(page));
      reply.getTasksList().forEach(action);
      request.setAfterPid(reply.getResumePid());
    } while (reply.getMore());
  }

  private <T> T patiently(Function<MillraceBlockingStub, T> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return call.apply(
            MillraceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(CALL_TIME_MAX.toMillis(), TimeUnit.MILLISECONDS));
      } catch (StatusRuntimeException e) {
        // An overloaded node has changed nothing.
        if (e.getStatus().getCode() != Status.Code.RESOURCE_EXHAUSTED || System.nanoTime() > end) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
