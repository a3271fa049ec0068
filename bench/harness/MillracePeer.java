import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.client.ClientConfig;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.MillraceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import peerbench.Peer;
import peerbench.Sys;

/**
 * Millrace in a harness that isn't ours, see run.sh: a node started by the launcher, and a Java
 * client for each worker. A task has one of ten priorities, drawn by lot, and comes behind the
 * others of its priority.
 */
public final class MillracePeer implements Peer {
  private static final int PRIORITIES = 10;
  private static final int START_SECONDS_MAX = 60;

  private final String mode;
  private final Durability durability;
  private final AtomicLong taskNumbers = new AtomicLong();
  private Process server;
  private int port;
  private List<MillraceClient> clients = List.of();

  public MillracePeer(String mode) {
    this.mode = mode;
    durability = Durability.valueOf(mode.toUpperCase(Locale.ROOT));
  }

  @Override
  public String name() {
    return "millrace";
  }

  @Override
  public String mode() {
    return mode;
  }

  @Override
  public String describe() {
    return "durability " + durability + ", a client with one connection per worker, as shipped";
  }

  @Override
  public void start(Path dir) throws Exception {
    port = Sys.freePort();
    server =
        Sys.spawn(
            dir,
            Map.of(),
            System.getenv("MILLRACE_LAUNCHER"),
            "serve",
            "--data",
            dir.resolve("data").toString(),
            "--port",
            String.valueOf(port));
    try {
      Sys.awaitPort(port, server, START_SECONDS_MAX);
    } catch (IOException e) {
      throw new IOException(Files.readString(dir.resolve("server.log")), e);
    }
  }

  /** The launcher has become the node. */
  @Override
  public List<Long> serverPids() {
    return List.of(server.pid());
  }

  @Override
  public void open(int workers, int threadsPerWorker) {
    var config = ClientConfig.DEFAULT.withConnections(1).withDurability(durability);
    clients =
        IntStream.range(0, workers)
            .mapToObj(_ -> MillraceClient.connect("127.0.0.1:" + port, config))
            .toList();
  }

  @Override
  public Session session(int worker, int slot, Workload workload) {
    return new Calls(clients.get(worker));
  }

  @Override
  public void purge() {
    for (int i = 0; i < clients.size(); i++) {
      try {
        var _ =
            clients
                .getFirst()
                .admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue(queue(i)).build());
      } catch (MillraceException e) {
        if (e.code() != ErrorCode.NOT_FOUND) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    clients.forEach(MillraceClient::close);
    Sys.stop(server);
  }

  private static Queue queue(int number) {
    return Elements.queue("q" + number);
  }

  private final class Calls implements Session {
    private final MillraceClient client;

    Calls(MillraceClient client) {
      this.client = client;
    }

    @Override
    public void enqueue(int queue, byte[] payload) {
      enqueueBatch(queue, payload, 1);
    }

    @Override
    public void enqueueBatch(int queue, byte[] payload, int n) {
      var to = queue(queue);
      var data = UnsafeByteOperations.unsafeWrap(payload);
      var _ =
          client.update(Stream.generate(() -> enqueue(to, data)).limit(n).toArray(Element[]::new));
    }

    private Element enqueue(Queue queue, ByteString data) {
      return Elements.enqueue(
          Enqueue.newBuilder().setQueue(queue).setPid(pid()).setData(data).build());
    }

    private ByteString pid() {
      byte priority = (byte) ThreadLocalRandom.current().nextInt(PRIORITIES);
      return UnsafeByteOperations.unsafeWrap(
          ByteBuffer.allocate(9).put(priority).putLong(taskNumbers.incrementAndGet()).array());
    }

    @Override
    public int leaseAndAck(int queue) {
      return leaseAndAckBatch(queue, 1);
    }

    @Override
    public int leaseAndAckBatch(int queue, int max) {
      List<Task> leased = client.lease(queue(queue), max);
      if (!leased.isEmpty()) {
        var _ = client.update(leased.stream().map(Elements::complete).toArray(Element[]::new));
      }
      return leased.size();
    }
  }
}
