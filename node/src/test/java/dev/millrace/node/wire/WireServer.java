package dev.millrace.node.wire;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.api.v1.MillraceGrpc.MillraceStub;
import dev.millrace.api.v1.Queue;
import dev.millrace.node.keep.Backups;
import dev.millrace.queue.Limits;
import dev.millrace.stages.profile.Profile;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The service on a real server and socket, over a {@link DirectPath}, with a client. */
final class WireServer implements AutoCloseable {
  private static final int SLOTS = 8;

  /** The transport reports every broken connection; held here because loggers are collected. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc");

  static {
    TRANSPORT.setLevel(Level.OFF);
  }

  final DirectPath path;
  final ManagedChannel channel;
  final Streams streams = new Streams();
  private final Server server;

  private WireServer(DirectPath path, Limits limits, Gate gate) {
    this.path = path;
    try {
      this.server =
          Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
              .directExecutor()
              .maxInboundMessageSize(Wire.TAKEN_BYTES_MAX)
              .addService(Wire.service(path, limits, Backups.NONE, streams, new Profile(), gate))
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.channel = connect();
  }

  static WireServer start() {
    return start(Limits.DEFAULT);
  }

  static WireServer start(Limits limits) {
    return start(limits, Gate.open(new Audit(System::nanoTime)));
  }

  static WireServer start(Limits limits, Gate gate) {
    return new WireServer(new DirectPath(SLOTS, limits), limits, gate);
  }

  int port() {
    return server.getPort();
  }

  /** A connection of its own; the caller closes it. */
  ManagedChannel connect() {
    return Grpc.newChannelBuilder("127.0.0.1:" + port(), InsecureChannelCredentials.create())
        .maxInboundMessageSize(4 * Wire.MESSAGE_BYTES_MAX)
        .build();
  }

  MillraceBlockingStub client() {
    return MillraceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  MillraceStub asyncClient() {
    return MillraceGrpc.newStub(channel);
  }

  /** A queue in a slot of the test's choice. */
  Queue queueIn(int slot, String name) {
    return Messages.queue(Messages.groupOf(slot, SLOTS), name);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
    try {
      if (!server.awaitTermination(20, TimeUnit.SECONDS)) {
        throw new AssertionError("the server doesn't stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static boolean isCancelled(Throwable failure) {
    return failure instanceof StatusRuntimeException status
        && status.getStatus().getCode() == Status.Code.CANCELLED;
  }
}
