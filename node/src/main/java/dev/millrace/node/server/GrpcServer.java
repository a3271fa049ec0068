package dev.millrace.node.server;

import dev.millrace.node.StagedPath;
import dev.millrace.node.keep.Backups;
import dev.millrace.node.wire.Connections;
import dev.millrace.node.wire.Streams;
import dev.millrace.node.wire.Wire;
import dev.millrace.stages.profile.Profile;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The gRPC server: the service, its reflection, and the standard health service. */
final class GrpcServer {
  private static final int METADATA_BYTES_MAX = 16 << 10;

  /** How often a client may ping; more is taken for abuse. */
  private static final long CLIENT_PING_SECONDS_MIN = 10;

  /**
   * After so long without a sign from a client it is pinged: a dead one must not keep its waiting
   * leases.
   */
  private static final long PING_SECONDS = 60;

  private static final long PING_TIMEOUT_SECONDS = 20;

  /**
   * Streams that a connection may reset in a window, against floods of calls that are cancelled at
   * once.
   */
  private static final int RESETS_MAX = 20_000;

  private static final int RESETS_WINDOW_SECONDS = 10;

  /** Looks at readers in the time that they have. */
  private static final int READER_LOOKS = 4;

  private static final Duration PROFILE_PERIOD = Duration.ofSeconds(1);

  /** How long answers that are on their way to clients may take. */
  private static final long FLUSH_SECONDS = 5;

  private final Server server;
  private final HealthStatusManager health;
  private final Streams streams;
  private final List<Rhythm> rhythms;
  private final int port;

  private GrpcServer(
      Server server, HealthStatusManager health, Streams streams, List<Rhythm> rhythms) {
    this.server = server;
    this.health = health;
    this.streams = streams;
    this.rhythms = rhythms;
    this.port = server.getPort();
  }

  static GrpcServer start(StagedPath path, Backups backups, NodeConfig config) {
    var health = new HealthStatusManager();
    var streams = new Streams();
    var profile = new Profile();
    var address = new InetSocketAddress(config.bind(), config.port());
    Server server =
        NettyServerBuilder.forAddress(address)
            .addService(Wire.service(path, config.engine().limits(), backups, streams, profile))
            .addTransportFilter(new Connections(path))
            .addService(health.getHealthService())
            .addService(ProtoReflectionServiceV1.newInstance())
            // The service never blocks, so a call needs no thread of its own.
            .directExecutor()
            .maxInboundMessageSize(Wire.MESSAGE_BYTES_MAX)
            .maxInboundMetadataSize(METADATA_BYTES_MAX)
            .maxConcurrentCallsPerConnection(config.connectionCallsMax())
            .maxRstFramesPerWindow(RESETS_MAX, RESETS_WINDOW_SECONDS)
            .permitKeepAliveTime(CLIENT_PING_SECONDS_MIN, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .build();
    try {
      return new GrpcServer(
          server.start(), health, streams, rhythms(path, streams, profile, config));
    } catch (IOException e) {
      throw new NodeException(
          NodeExit.ADDRESS_UNUSABLE,
          "can't listen on %s:%d (%s); is a node running there already? `port` chooses another one"
              .formatted(config.bind().getHostAddress(), config.port(), rootOf(e).getMessage()),
          e);
    }
  }

  private static List<Rhythm> rhythms(
      StagedPath path, Streams streams, Profile profile, NodeConfig config) {
    Duration slow = config.slowReaderTime();
    Runnable observe = () -> profile.add(path.observe(), System.nanoTime(), heapBytes());
    observe.run();
    return List.of(
        new Rhythm(
            "readers",
            slow.dividedBy(READER_LOOKS),
            () -> streams.endUnread(System.nanoTime(), slow)),
        new Rhythm("profile", PROFILE_PERIOD, observe));
  }

  private static long heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Throwable rootOf(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : rootOf(cause);
  }

  int port() {
    return port;
  }

  /** Lets those who ask learn that the node goes down. */
  void announceEnd() {
    health.enterTerminalState();
  }

  /** Takes no more calls, ends the streams, and gives answers a moment to leave. */
  void stop() {
    server.shutdown();
    streams.end();
    rhythms.forEach(Rhythm::close);
    try {
      if (!server.awaitTermination(FLUSH_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
