package dev.millrace.bench;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.PrioritySession;
import dev.millrace.bench.load.Session;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Millrace itself: a node in a process of its own, as it is shipped. */
public final class MillraceContender implements Contender {
  private static final int MESSAGE_BYTES_MAX = 20 << 20;

  private final Setting setting;
  private final List<String> serve;
  private @Nullable ChildNode node;

  /**
   * @param serve as in {@link Bench.Setup}
   */
  public MillraceContender(Setting setting, List<String> serve) {
    this.setting = setting;
    this.serve = List.copyOf(serve);
  }

  @Override
  public String name() {
    return "millrace";
  }

  @Override
  public Setting setting() {
    return setting;
  }

  @Override
  public String description() {
    return "durability " + durability();
  }

  private Durability durability() {
    return switch (setting) {
      case FSYNC -> Durability.FSYNC;
      case DEFAULT -> Durability.OS;
    };
  }

  @Override
  public void start(Path folder) throws IOException {
    node = ChildNode.start(serve, folder.resolve("data"), folder.resolve("log"));
  }

  private ChildNode node() {
    return Objects.requireNonNull(node, "not started");
  }

  @Override
  public List<ProcessHandle> processes() {
    return List.of(node().handle());
  }

  @Override
  public Connections connect(int connections) {
    int port = node().port();
    return new Channels(
        IntStream.range(0, connections)
            .mapToObj(
                _ ->
                    Grpc.newChannelBuilderForAddress(
                            "127.0.0.1", port, InsecureChannelCredentials.create())
                        .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                        .build())
            .toList(),
        durability());
  }

  @Override
  public void close() {
    if (node != null) {
      node.close();
    }
  }

  private record Channels(List<ManagedChannel> channels, Durability durability)
      implements Connections {
    @Override
    public Session session(int connection) {
      return new Calls(MillraceGrpc.newBlockingStub(channels.get(connection)), durability);
    }

    @Override
    public void prepare(List<String> queues) {
      var stub = MillraceGrpc.newBlockingStub(channels.getFirst());
      for (String queue : queues) {
        try {
          var unused =
              stub.deleteQueue(
                  DeleteQueueRequest.newBuilder().setQueue(Work.queue("", queue)).build());
        } catch (StatusRuntimeException e) {
          if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
            throw e;
          }
        }
      }
    }

    @Override
    public void close() {
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }

  private record Calls(MillraceBlockingStub stub, Durability durability)
      implements PrioritySession {
    @Override
    public void enqueue(String queue, byte[] data) {
      enqueue(queue, data, 1);
    }

    @Override
    public void enqueue(String queue, byte[] data, int tasks) {
      var request = UpdateRequest.newBuilder().setDurability(durability);
      for (int i = 0; i < tasks; i++) {
        request.addElements(
            Element.newBuilder()
                .setEnqueue(
                    Enqueue.newBuilder()
                        .setQueue(Work.queue("", queue))
                        .setData(ByteString.copyFrom(data))));
      }
      var unused = stub.update(request.build());
    }

    @Override
    public void enqueue(String queue, List<byte[]> pids, byte[] data) {
      var request = UpdateRequest.newBuilder().setDurability(durability);
      for (byte[] pid : pids) {
        request.addElements(
            Element.newBuilder()
                .setEnqueue(
                    Enqueue.newBuilder()
                        .setQueue(Work.queue("", queue))
                        .setPid(ByteString.copyFrom(pid))
                        .setOnConflict(OnConflict.REPLACE)
                        .setData(ByteString.copyFrom(data))));
      }
      var unused = stub.update(request.build());
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax) {
      Queue from = Work.queue("", queue);
      List<Task> leased =
          stub.lease(
                  LeaseRequest.newBuilder()
                      .addQueues(from)
                      .setMaxTasks(tasksMax)
                      .setDurability(durability)
                      .build())
              .getTasksList();
      if (!leased.isEmpty()) {
        var done = UpdateRequest.newBuilder().setDurability(durability);
        for (Task task : leased) {
          done.addElements(
              Element.newBuilder()
                  .setDequeue(
                      Dequeue.newBuilder()
                          .setQueue(from)
                          .setPid(task.getPid())
                          .setLease(task.getLease())));
        }
        var unused = stub.update(done.build());
      }
      return leased.size();
    }
  }
}
