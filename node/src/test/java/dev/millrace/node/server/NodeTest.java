package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.journal.FileDisk;
import dev.millrace.node.GatedDisk;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node in this process, spoken to over gRPC. */
@Timeout(60)
class NodeTest {
  @TempDir Path folder;

  @Test
  void keepsWhatItAcknowledgedOverAStop() {
    Node node = Node.start(config());
    try (var client = new Client(node.port())) {
      client.update(List.of(Client.enqueue("/q", "a"), Client.enqueue("/q", "b")));
    }
    assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);

    Node again = Node.start(config());
    try (var client = new Client(again.port())) {
      assertThat(client.scan()).containsOnlyKeys("a", "b");
      assertThat(again.recovered().census().tasks()).isEqualTo(2);
      assertThat(again.recovered().replayed()).isZero();
    } finally {
      again.stop();
    }
  }

  @Test
  void stopAnswersLeasesThatWait() throws Exception {
    Node node = Node.start(config());
    try (var client = new Client(node.port())) {
      var answer = new CompletableFuture<LeaseReply>();
      client.async().lease(waitingLease(), completing(answer));
      // Answered after the lease, on the same connection: the lease waits by then.
      client.update(List.of(Client.enqueue("/other", "a")));

      assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);

      assertThat(answer.get(10, TimeUnit.SECONDS).getTasksList()).isEmpty();
    }
  }

  @Test
  void stopWaitsForNoStreamThatIsIdle() throws Exception {
    Node node = Node.start(config());
    try (var client = new Client(node.port())) {
      var end = new CompletableFuture<BatchReply>();
      var _ = client.async().stream(completing(end));
      // Answered after the stream was opened, on the same connection.
      client.update(List.of(Client.enqueue("/q", "a")));
      long start = System.nanoTime();

      assertThat(node.stop()).isEqualTo(NodeExit.STOPPED);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertThatThrownBy(() -> end.get(10, TimeUnit.SECONDS))
          .hasMessageContaining("the server is going down");
    }
  }

  @Test
  void failedDiskEndsTheNodeAndLeavesTheOutcomeOpen() {
    var disk = new GatedDisk(FileDisk.open(folder.resolve("data")));
    Node node = Node.start(config(), () -> disk);
    try (var client = new Client(node.port())) {
      client.update(List.of(Client.enqueue("/q", "a")));
      disk.failSyncs();

      assertThatThrownBy(() -> client.update(List.of(Client.enqueue("/q", "b"))))
          .isInstanceOf(StatusRuntimeException.class)
          .matches(e -> Status.fromThrowable(e).getCode() == Status.Code.UNAVAILABLE);

      node.awaitFailure();
      assertThat(node.stop()).isEqualTo(NodeExit.DISK_FAILED);
    }
  }

  @Test
  void stopThatTakesTooLongIsGivenUp() throws Exception {
    var disk = new GatedDisk(FileDisk.open(folder.resolve("data")));
    Node node = Node.start(config("drain-time-max", "1s"), () -> disk);
    try (var client = new Client(node.port())) {
      disk.holdSyncs();
      var answer = new CompletableFuture<UpdateReply>();
      client
          .async()
          .update(
              UpdateRequest.newBuilder().addElements(Client.enqueue("/q", "a")).build(),
              completing(answer));
      disk.awaitSync();

      assertThat(node.stop()).isEqualTo(NodeExit.DRAIN_TIMED_OUT);

      assertThat(answer).failsWithin(Duration.ofSeconds(10));
    } finally {
      disk.letSyncsGo();
      awaitEndOfDrain();
    }
  }

  /** A drain that was given up goes on in a process that doesn't end, and writes to its folder. */
  private static void awaitEndOfDrain() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("drain")) {
        thread.join();
      }
    }
  }

  @Test
  void explainsItselfAndTellsItsHealth() throws Exception {
    Node node = Node.start(config());
    var channel =
        Grpc.newChannelBuilder("127.0.0.1:" + node.port(), InsecureChannelCredentials.create())
            .build();
    try {
      var health =
          HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance());
      assertThat(health.getStatus()).isEqualTo(ServingStatus.SERVING);

      var listed = new CompletableFuture<ServerReflectionResponse>();
      var requests = ServerReflectionGrpc.newStub(channel).serverReflectionInfo(completing(listed));
      requests.onNext(
          ServerReflectionRequest.newBuilder()
              .setFileContainingSymbol(MillraceGrpc.SERVICE_NAME)
              .build());
      assertThat(listed.get(10, TimeUnit.SECONDS).hasFileDescriptorResponse()).isTrue();
      requests.onCompleted();
    } finally {
      channel.shutdownNow();
      node.stop();
    }
  }

  @Test
  void directoryInUseIsRefused() {
    Node node = Node.start(config());
    try {
      assertThatThrownBy(() -> Node.start(config()))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("in use by process")
          .extracting(e -> ((NodeException) e).exit())
          .isEqualTo(NodeExit.DATA_IN_USE);
    } finally {
      node.stop();
    }
  }

  @Test
  void foreignDirectoryIsRefusedAndLeftAlone() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("thesis.txt"), "mine");

    assertThatThrownBy(() -> Node.start(config()))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("isn't a data directory: it holds thesis.txt")
        .extracting(e -> ((NodeException) e).exit())
        .isEqualTo(NodeExit.DATA_UNUSABLE);
    try (var files = Files.list(data)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void portInUseIsRefusedAndTheDirectoryFreed() {
    Node node = Node.start(config());
    var other = Map.of("port", String.valueOf(node.port()), "data", folder.resolve("2").toString());
    var config = NodeConfig.load(Optional.empty(), Map.of(), other);

    assertThatThrownBy(() -> Node.start(config))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("can't listen on 127.0.0.1:" + node.port())
        .extracting(e -> ((NodeException) e).exit())
        .isEqualTo(NodeExit.ADDRESS_UNUSABLE);
    node.stop();

    Node second = Node.start(config);
    assertThat(second.stop()).isEqualTo(NodeExit.STOPPED);
  }

  @Test
  void saysWhereItListensAndWhatToTypeNext() {
    var config = config();
    Node node = Node.start(config);
    var bytes = new ByteArrayOutputStream();

    new Greeting(node, config).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    node.stop();

    String address = "127.0.0.1:" + node.port();
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().toList())
        .hasSize(6)
        .satisfies(
            lines -> {
              assertThat(lines.get(0))
                  .isEqualTo("Millrace listens on " + address + " (gRPC, this machine only).");
              assertThat(lines.get(1))
                  .startsWith(
                      "Data in " + folder.resolve("data") + ": 0 tasks in 0 queues, read in ");
              assertThat(lines.get(3))
                  .isEqualTo("  millrace --server " + address + " enqueue hello world");
            });
  }

  private NodeConfig config() {
    return config("bind", "127.0.0.1");
  }

  private NodeConfig config(String key, String value) {
    var settings = Map.of("port", "0", "data", folder.resolve("data").toString(), key, value);
    return NodeConfig.load(Optional.empty(), Map.of(), settings);
  }

  private static LeaseRequest waitingLease() {
    return LeaseRequest.newBuilder().addQueues(Client.queue("/q")).setWait(Client.LONG).build();
  }

  private static <T> StreamObserver<T> completing(CompletableFuture<T> answer) {
    return new StreamObserver<>() {
      @Override
      public void onNext(T value) {
        answer.complete(value);
      }

      @Override
      public void onError(Throwable e) {
        answer.completeExceptionally(e);
      }

      @Override
      public void onCompleted() {}
    };
  }
}
