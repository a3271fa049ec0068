package dev.millrace.node.server;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.node.StagedPath;
import dev.millrace.node.keep.Backups;
import dev.millrace.node.line.Lines;
import dev.millrace.node.wire.Connections;
import dev.millrace.node.wire.Gate;
import dev.millrace.node.wire.Streams;
import dev.millrace.node.wire.Wire;
import dev.millrace.stages.profile.Profile;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The gRPC server: the service, its reflection, and the standard health service; and the service on
 * lines, which come to the same port.
 */
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
   * In so long a connection may reset as many calls as it may have open, which is what a client
   * does that gives up everything: more is a flood of calls that are cancelled at once.
   */
  private static final int RESETS_WINDOW_SECONDS = 10;

  /** Within which a new connection has shaken hands. */
  private static final long HANDSHAKE_SECONDS = 10;

  /** Where strangers can connect, a connection without calls is not kept for longer. */
  private static final long IDLE_SECONDS = 300;

  /** How soon a changed certificate, token or rule holds. */
  private static final Duration SECURITY_PERIOD = Duration.ofSeconds(1);

  /**
   * What a connection may send before it is read, and each of its streams. Fixed, because what grew
   * by itself would be memory, and what waits there unread is late.
   */
  private static final int WINDOW_BYTES = 256 << 10;

  /** Looks at readers in the time that they have. */
  private static final int READER_LOOKS = 4;

  private static final Duration PROFILE_PERIOD = Duration.ofSeconds(1);

  /** How long answers that are on their way to clients may take. */
  private static final Duration FLUSH_TIME = Duration.ofSeconds(5);

  private final Server server;

  /** The same service for callers in this process. */
  private final Server inProcess;

  private final String inProcessName;
  private final HealthStatusManager health;
  private final Streams streams;
  private final Lines lines;
  private final List<Rhythm> rhythms;
  private final Connections connections;
  private final int port;

  private GrpcServer(
      Server server,
      Server inProcess,
      String inProcessName,
      HealthStatusManager health,
      Streams streams,
      Lines lines,
      List<Rhythm> rhythms,
      Connections connections) {
    this.server = server;
    this.inProcess = inProcess;
    this.inProcessName = inProcessName;
    this.health = health;
    this.streams = streams;
    this.lines = lines;
    this.rhythms = rhythms;
    this.connections = connections;
    this.port = server.getPort();
  }

  static GrpcServer start(
      NetworkLoop network, StagedPath path, Backups backups, Security security, NodeConfig config) {
    var health = new HealthStatusManager();
    var streams = new Streams();
    var profile = new Profile();
    var address = new InetSocketAddress(config.bind(), config.port());
    Gate gate = security.gate();
    SecurityConfig caps = config.security();
    var service = Wire.service(path, config.engine().limits(), backups, streams, profile, gate);
    String inProcessName = InProcessServerBuilder.generateName();
    Server inProcess =
        InProcessServerBuilder.forName(inProcessName)
            .addService(service)
            .addTransportFilter(new Connections(path))
            .directExecutor()
            .build();
    var connections = new Connections(path);
    var lines = new Lines();
    var reception =
        new Reception(
            network,
            service.getMethod(MillraceGrpc.getStreamMethod().getFullMethodName()),
            connections,
            lines,
            streams.refusals(),
            security.tls().isPresent());
    var doorkeeper =
        new ConnectionCaps(
            caps.connectionsMax(), caps.addressConnectionsMax(), gate.audit(), reception);
    NettyServerBuilder builder =
        network
            .serve(NettyServerBuilder.forAddress(address), doorkeeper)
            .addService(service)
            .addTransportFilter(connections)
            .addService(Wire.guarded(health.getHealthService().bindService(), gate))
            .addService(Wire.guarded(ProtoReflectionServiceV1.newInstance().bindService(), gate))
            // The service never blocks, so a call needs no thread of its own.
            .directExecutor()
            .flowControlWindow(WINDOW_BYTES)
            .maxInboundMessageSize(Wire.TAKEN_BYTES_MAX)
            .maxInboundMetadataSize(METADATA_BYTES_MAX)
            .maxConcurrentCallsPerConnection(config.connectionCallsMax())
            .maxRstFramesPerWindow(config.connectionCallsMax(), RESETS_WINDOW_SECONDS)
            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(CLIENT_PING_SECONDS_MIN, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    security.tls().ifPresent(tls -> builder.sslContext(tls.forGrpc()));
    if (caps.accessFile().isPresent()) {
      builder.maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS);
    }
    try {
      return new GrpcServer(
          builder.build().start(),
          inProcess.start(),
          inProcessName,
          health,
          streams,
          lines,
          rhythms(path, streams, profile, security, config),
          connections);
    } catch (IOException e) {
      throw new NodeException(
          NodeExit.ADDRESS_UNUSABLE,
          "can't listen on %s:%d (%s); is a node running there already? `port` chooses another one"
              .formatted(config.bind().getHostAddress(), config.port(), rootOf(e).getMessage()),
          e);
    }
  }

  private static List<Rhythm> rhythms(
      StagedPath path, Streams streams, Profile profile, Security security, NodeConfig config) {
    Duration slow = config.slowReaderTime();
    Runnable observe = () -> profile.add(path.observe(), System.nanoTime(), heapBytes());
    observe.run();
    return List.of(
        new Rhythm(
            "readers",
            slow.dividedBy(READER_LOOKS),
            () -> streams.endUnread(System.nanoTime(), slow)),
        new Rhythm("profile", PROFILE_PERIOD, observe),
        new Rhythm("security", SECURITY_PERIOD, security::look));
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

  /** Connections from outside that are open. */
  long connections() {
    return connections.open();
  }

  /** A connection from inside of the process; calls run on the caller's thread. */
  ManagedChannel channel() {
    return InProcessChannelBuilder.forName(inProcessName).directExecutor().build();
  }

  /** Lets those who ask learn that the node goes down. */
  void announceEnd() {
    health.enterTerminalState();
  }

  /** Takes no more calls, ends the streams, and gives answers a moment to leave. */
  void stop() {
    inProcess.shutdownNow();
    server.shutdown();
    streams.end();
    rhythms.forEach(Rhythm::close);
    try {
      long until = System.nanoTime() + FLUSH_TIME.toNanos();
      var _ = lines.awaitNone(FLUSH_TIME);
      if (!server.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
