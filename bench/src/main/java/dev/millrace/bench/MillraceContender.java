package dev.millrace.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.PrioritySession;
import dev.millrace.bench.load.Session;
import dev.millrace.client.ClientConfig;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.MillraceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Millrace itself: a node in a process of its own, as it is shipped, and the Java client. */
public final class MillraceContender implements Contender {
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

  @Override
  public Optional<Contender> as(Setting other) {
    var same = new MillraceContender(other, serve);
    same.node = node();
    return Optional.of(same);
  }

  /** To call the node without the Java client. */
  Client client() {
    return node().client();
  }

  private ChildNode node() {
    return Objects.requireNonNull(node, "not started");
  }

  @Override
  public List<ProcessHandle> processes() {
    return List.of(node().handle());
  }

  /** A client each, so that a session stays on its connection. */
  @Override
  public Connections connect(int connections) {
    var address = "127.0.0.1:" + node().port();
    var config = ClientConfig.DEFAULT.withoutOrder().withDurability(durability());
    return new Clients(
        IntStream.range(0, connections)
            .mapToObj(_ -> MillraceClient.connect(address, config))
            .toList(),
        durability());
  }

  /** Lets the node end by itself, as one that is shut down does. */
  void stop() throws InterruptedException {
    node().stop();
  }

  @Override
  public void close() throws IOException {
    if (node != null) {
      node.close();
    }
  }

  private record Clients(List<MillraceClient> clients, Durability durability)
      implements Connections {
    @Override
    public Session session(int connection) {
      return new Calls(clients.get(connection), durability);
    }

    @Override
    public void prepare(List<String> queues) {
      for (String queue : queues) {
        try {
          var _ =
              clients
                  .getFirst()
                  .admin()
                  .deleteQueue(
                      DeleteQueueRequest.newBuilder().setQueue(Elements.queue(queue)).build());
        } catch (MillraceException e) {
          if (e.code() != ErrorCode.NOT_FOUND) {
            throw e;
          }
        }
      }
    }

    @Override
    public void close() {
      clients.forEach(MillraceClient::close);
    }
  }

  /** Each of a caller's own: calls of one wait for each other, those of several need no order. */
  private static final class Calls implements PrioritySession {
    private final MillraceClient client;
    private final Durability durability;

    Calls(MillraceClient client, Durability durability) {
      this.client = client;
      this.durability = durability;
    }

    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      var elements = new Element[tasks];
      Arrays.fill(elements, Elements.enqueue(Elements.queue(queue), wrapped(data)));
      return client.updateAsync(elements).thenApply(_ -> tasks);
    }

    @Override
    public CompletableFuture<Integer> enqueue(String queue, List<byte[]> pids, byte[] data) {
      Queue to = Elements.queue(queue);
      return client
          .updateAsync(
              pids.stream()
                  .map(
                      pid ->
                          Elements.enqueue(
                              Enqueue.newBuilder()
                                  .setQueue(to)
                                  .setPid(wrapped(pid))
                                  .setData(wrapped(data))
                                  .setOnConflict(OnConflict.REPLACE)
                                  .build()))
                  .toArray(Element[]::new))
          .thenApply(_ -> pids.size());
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      var lease =
          LeaseRequest.newBuilder()
              .addQueues(Elements.queue(queue))
              .setMaxTasks(tasksMax)
              .setDurability(durability)
              .build();
      return client.leaseAsync(lease).thenCompose(reply -> complete(reply.getTasksList(), worker));
    }

    private CompletableFuture<Integer> complete(List<Task> leased, Consumer<ByteString> worker) {
      if (leased.isEmpty()) {
        return CompletableFuture.completedFuture(0);
      }
      var elements = new Element[leased.size()];
      for (int i = 0; i < elements.length; i++) {
        worker.accept(leased.get(i).getData());
        elements[i] = Elements.complete(leased.get(i));
      }
      return client.updateAsync(elements).thenApply(_ -> elements.length);
    }

    /** Nobody changes these bytes. */
    private static ByteString wrapped(byte[] bytes) {
      return UnsafeByteOperations.unsafeWrap(bytes);
    }
  }
}
