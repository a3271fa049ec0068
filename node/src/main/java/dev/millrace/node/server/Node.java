package dev.millrace.node.server;

import dev.millrace.http.HttpConfig;
import dev.millrace.http.HttpServer;
import dev.millrace.http.NodeView;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Disk;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalException;
import dev.millrace.node.Census;
import dev.millrace.node.Engine;
import dev.millrace.node.NodeClock;
import dev.millrace.node.StagedPath;
import dev.millrace.node.StoreReads;
import dev.millrace.node.keep.BackupConfig;
import dev.millrace.node.keep.BackupLoop;
import dev.millrace.node.keep.Backups;
import dev.millrace.queue.QueueException;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node: a data directory with its store, the engine on them, the path of commands, the
 * gRPC server.
 */
public final class Node {
  /** The folder of the store in the data directory. */
  public static final String STORE = DataDirectory.STORE;

  private static final Logger log = LoggerFactory.getLogger(Node.class);

  private final NodeConfig config;
  private final Parts parts;
  private final Recovered recovered;
  private final CompletableFuture<Throwable> failure;
  private @Nullable NodeExit exit;

  /** In the order in which they are started. */
  private record Parts(
      DataDirectory directory,
      Engine engine,
      NetworkLoop network,
      StagedPath path,
      Optional<BackupLoop> backups,
      GrpcServer server,
      Optional<HttpServer> http) {}

  /**
   * What was there when the node started.
   *
   * @param replayed entries of the journal that the store did not have
   * @param took reading store and journal
   */
  public record Recovered(Census census, long replayed, Duration took) {}

  private Node(
      NodeConfig config, Parts parts, Recovered recovered, CompletableFuture<Throwable> failure) {
    this.config = config;
    this.parts = parts;
    this.recovered = recovered;
    this.failure = failure;
  }

  /**
   * Starts a node; on return it listens.
   *
   * @throws NodeException if that isn't possible
   */
  public static Node start(NodeConfig config) {
    return start(config, () -> FileDisk.open(config.data()));
  }

  static Node start(NodeConfig config, Supplier<Disk> disk) {
    log.info("Starting {}", config.effective());
    var undo = new ArrayDeque<Runnable>();
    try {
      var security = new Security(config.security());
      long start = System.nanoTime();
      var directory = DataDirectory.open(disk.get(), NodeConfig.SLOTS, randomId());
      undo.push(directory::close);
      var store = openStore(config, directory);
      undo.push(store::close);
      var engine = Engine.recover(directory, store, config.engine());
      undo.push(engine::close);
      var clock =
          new NodeClock(System.currentTimeMillis(), engine.lastTimeMillis(), System::nanoTime);
      engine.open(clock.nowMillis());
      var census = Census.of(engine.slots());
      var took = Duration.ofNanos(System.nanoTime() - start);
      var failure = new CompletableFuture<Throwable>();
      var network = new NetworkLoop();
      undo.push(network::close);
      var path =
          new StagedPath(engine, config.path(), clock, failure::complete, network.executing());
      undo.push(path::drain);
      var backups = config.backups().map(to -> backups(to, path, store, engine));
      var server =
          GrpcServer.start(
              network,
              path,
              backups.map(Backups.class::cast).orElse(Backups.NONE),
              security,
              config);
      undo.push(server::stop);
      var inside = new Insight.Inside(engine, path, store, server, clock);
      var http = config.http().map(to -> http(to, security, server, new Insight(inside, config)));
      log.info(
          "Serving port={} httpPort={} queues={} tasks={} replayed={} recoveryMillis={}",
          server.port(),
          http.map(HttpServer::port).orElse(-1),
          census.queues(),
          census.tasks(),
          engine.replayed(),
          took.toMillis());
      return new Node(
          config,
          new Parts(directory, engine, network, path, backups, server, http),
          new Recovered(census, engine.replayed(), took),
          failure);
    } catch (RuntimeException e) {
      undo.forEach(Runnable::run);
      throw explained(e);
    }
  }

  private static HttpServer http(
      HttpConfig config, Security security, GrpcServer server, NodeView view) {
    try {
      return HttpServer.start(config, security.tls().map(Tls::forHttp), server::channel, view);
    } catch (IOException e) {
      throw new NodeException(
          NodeExit.ADDRESS_UNUSABLE,
          "can't listen on %s:%d for HTTP (%s); `http-port` chooses another one"
              .formatted(
                  config.address().getAddress().getHostAddress(),
                  config.address().getPort(),
                  rootOf(e).getMessage()),
          e);
    }
  }

  private static RocksStore openStore(NodeConfig config, DataDirectory directory) {
    var path = config.data().resolve(STORE);
    directory.checkComplete(Files.isDirectory(path));
    var id = new StoreId(directory.id().toString(), directory.slots());
    return RocksStore.open(path, id, config.store());
  }

  private static BackupLoop backups(
      BackupConfig config, StagedPath path, RocksStore store, Engine engine) {
    long incarnation = engine.journal().incarnation();
    return new BackupLoop(
        config,
        directory -> {
          settle(path);
          return store.backup(directory, incarnation);
        });
  }

  /** Lets the store take over all that was executed before. */
  private static void settle(StagedPath path) {
    try {
      path.checkpoint().join();
    } catch (CompletionException e) {
      throw new QueueException(path.state().refusal());
    }
  }

  private static DirectoryId randomId() {
    var random = new SecureRandom();
    return new DirectoryId(random.nextLong(), random.nextLong());
  }

  private static RuntimeException explained(RuntimeException e) {
    return switch (e) {
      case DataDirectoryException directory
          when directory.problem() == DataDirectoryException.Problem.IN_USE ->
          new NodeException(NodeExit.DATA_IN_USE, message(e), e);
      case JournalException _ -> new NodeException(NodeExit.DATA_UNUSABLE, message(e), e);
      case StoreException store -> new NodeException(exitOf(store), message(e), e);
      default -> e;
    };
  }

  private static String message(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }

  public int port() {
    return parts.server.port();
  }

  /** Where HTTP is served; none if it isn't. */
  public OptionalInt httpPort() {
    return parts.http.stream().mapToInt(HttpServer::port).findFirst();
  }

  /** What was read from the store since the start. */
  public StoreReads storeReads() {
    return parts.path.storeReads();
  }

  public Recovered recovered() {
    return recovered;
  }

  /** Waits until something goes wrong that ends the node; then {@link #stop} it. */
  public void awaitFailure() {
    Throwable cause = failure.join();
    switch (exitOf(cause)) {
      case DISK_FAILED ->
          log.error(
              "The disk failed; going down. What was acknowledged is durable, the rest is"
                  + " OUTCOME_UNKNOWN until the next start: see to the disk, then start the node"
                  + " again. cause={}",
              rootOf(cause).getMessage());
      case DATA_UNUSABLE ->
          log.error(
              "The store is damaged; going down. What was acknowledged and isn't damaged is"
                  + " durable: restore the data directory from a backup. cause={}",
              rootOf(cause).getMessage());
      default ->
          log.error(
              "A defect of Millrace; going down. What was acknowledged is durable, the rest is"
                  + " OUTCOME_UNKNOWN until the next start: start the node again and report this.",
              cause);
    }
  }

  private static NodeExit exitOf(Throwable cause) {
    return switch (cause) {
      case JournalException _ -> NodeExit.DISK_FAILED;
      case StoreException store -> exitOf(store);
      default -> NodeExit.DEFECT;
    };
  }

  private static NodeExit exitOf(StoreException cause) {
    return switch (cause.problem()) {
      case IN_USE -> NodeExit.DATA_IN_USE;
      case NEWER_FORMAT, NOT_OURS, OTHER_DIRECTORY, MISSING, DAMAGED -> NodeExit.DATA_UNUSABLE;
      case FULL, FAILED -> NodeExit.DISK_FAILED;
      case CLOSED -> NodeExit.DEFECT;
    };
  }

  private static Throwable rootOf(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : rootOf(cause);
  }

  /**
   * Finishes what was accepted, as far as possible, and closes everything. Later calls return the
   * same.
   */
  public synchronized NodeExit stop() {
    if (exit == null) {
      exit = end();
    }
    return exit;
  }

  private NodeExit end() {
    log.info("Draining");
    parts.server.announceEnd();
    boolean drained = drain();
    parts.http.ifPresent(HttpServer::stop);
    parts.server.stop();
    parts.network.close();
    if (!drained) {
      log.error("Gave up draining after {}", config.drainTimeMax());
      return NodeExit.DRAIN_TIMED_OUT;
    }
    try {
      parts.engine.close();
      parts.directory.close();
    } catch (JournalException | StoreException e) {
      log.warn("Could not close the data directory in order cause={}", e.getMessage());
    }
    NodeExit reached = failure.isDone() ? exitOf(failure.join()) : NodeExit.STOPPED;
    log.info("Stopped exit={}", reached);
    return reached;
  }

  /** False when it takes too long. */
  private boolean drain() {
    var drain = Thread.ofPlatform().name("drain").daemon().start(this::drainParts);
    try {
      return drain.join(config.drainTimeMax());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void drainParts() {
    parts.path.drain();
    parts.backups.ifPresent(BackupLoop::close);
  }

  /**
   * Runs a node until a signal or a failure ends it.
   *
   * @param out where to say what a person wants to know
   * @return the exit status; a signal ends the process without returning here
   * @throws NodeException if the node can't start
   */
  public static int serve(NodeConfig config, PrintStream out) {
    return serve(config, () -> FileDisk.open(config.data()), out);
  }

  /**
   * The same on another disk: one that is decorated, to see what a node makes of a slow or a
   * failing one.
   */
  public static int serve(NodeConfig config, Supplier<Disk> disk, PrintStream out) {
    Node node = start(config, disk);
    new Greeting(node, config).print(out);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> node.end(out)));
    node.awaitFailure();
    return node.stop().number();
  }

  /** Ends the process, with a status of our own instead of the signal's. */
  private void end(PrintStream out) {
    out.println("Stopping: what was accepted is finished first.");
    NodeExit reached = stop();
    out.println(reached == NodeExit.STOPPED ? "Stopped." : "Ended: " + reached);
    out.flush();
    Runtime.getRuntime().halt(reached.number());
  }
}
