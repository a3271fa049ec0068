package dev.millrace.bench.scale;

import dev.millrace.bench.Bench;
import dev.millrace.bench.ChildNode;
import dev.millrace.bench.Client;
import dev.millrace.bench.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The node that grows, started with the memory that it may have, killed and started again. */
final class ScaleNode implements AutoCloseable {
  private static final Pattern PRESENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  private static final Pattern PAGE_CACHE = Pattern.compile("(?m)^Cached:\\s+(\\d+) kB$");
  private static final String PENDING = "millrace_store_pending_compaction_bytes";
  private static final String INQUIRIES = "millrace_store_reads_total{kind=\"inquiry\"}";

  private final List<String> serve;
  private final Path config;
  private final String settings;
  private final long memoryBytes;
  private final Path data;
  private final Path log;
  private ChildNode node;
  private long peakBytes;

  private ScaleNode(
      List<String> serve,
      Path config,
      String settings,
      long memoryBytes,
      Path data,
      Path log,
      ChildNode node) {
    this.serve = serve;
    this.config = config;
    this.settings = settings;
    this.memoryBytes = memoryBytes;
    this.data = data;
    this.log = log;
    this.node = node;
  }

  static ScaleNode start(Bench.Setup setup, long memoryBytes) throws IOException {
    Path config = setup.folder().resolve("node.conf");
    String settings = settings(memoryBytes, setup.quick());
    writeSettings(config, settings, cacheBytes(memoryBytes));
    long mib = memoryBytes >> 20;
    var serve =
        new ArrayList<>(
            setup
                .with(
                    "-Xmx%dm".formatted(mib / 2),
                    "-Xmn%dm".formatted(mib / 5),
                    "-XX:MaxDirectMemorySize=%dm".formatted(mib / 10))
                .serve());
    serve.addAll(List.of("--config", config.toString(), "--http", "0"));
    Path data = data(setup);
    Path log = setup.folder().resolve("log");
    var node = ChildNode.start(serve, data, log);
    return new ScaleNode(serve, config, settings, memoryBytes, data, log, node);
  }

  static Path data(Bench.Setup setup) {
    return setup.folder().resolve("data");
  }

  /** Half is the heap; of the rest, RocksDB's cache is the largest part. */
  private static String settings(long memoryBytes, boolean quick) {
    // What is deleted reaches the store with a checkpoint; a quick run doesn't wait long for one.
    return """
    store-cache-bytes = %dMiB
    store-memtable-bytes = %dMiB
    overlay-bytes-max = %dMiB
    checkpoint-interval = %s
    """
        .formatted(
            (memoryBytes / 7) >> 20,
            (memoryBytes / 64) >> 20,
            (memoryBytes / 10) >> 20,
            quick ? "4s" : "1m");
  }

  private static void writeSettings(Path config, String settings, long cacheBytes)
      throws IOException {
    Files.writeString(config, settings + "cache-bytes = %d%n".formatted(cacheBytes));
  }

  private static long cacheBytes(long memoryBytes) {
    return memoryBytes / 16;
  }

  Client client() {
    return node.client();
  }

  /** A connection of its own. */
  Client connect() {
    return new Client(node.port());
  }

  /** The memory that it has now, page cache apart; not a number where nobody tells. */
  double presentBytes() throws IOException {
    return bytes(Path.of("/proc", String.valueOf(node.handle().pid()), "status"), PRESENT);
  }

  /** What the system keeps of all files that were read or written; not a number, as above. */
  static double pageCacheBytes() throws IOException {
    return bytes(Path.of("/proc/meminfo"), PAGE_CACHE);
  }

  private static double bytes(Path file, Pattern kibibytes) throws IOException {
    if (!Files.exists(file)) {
      return Double.NaN;
    }
    var found = kibibytes.matcher(Files.readString(file));
    return found.find() ? 1024.0 * Long.parseLong(found.group(1)) : Double.NaN;
  }

  /** kill -9, and a start; the time from there until it answers. */
  double restartAfterKill() throws IOException, InterruptedException {
    node.kill();
    noteMemory();
    node.close();
    return startAgain();
  }

  /** Stops it; what it had in memory is then in the store. */
  void stop() throws IOException, InterruptedException {
    node.stop();
    noteMemory();
    node.close();
  }

  /** Starts it after a stop; the seconds that this took. */
  double startAgain() throws IOException {
    node = ChildNode.start(serve, data, log);
    return node.startTook().toMillis() / 1e3;
  }

  /** Stops it and starts it with so much memory for the heads of queues. */
  void startAgainWithCache(long bytes) throws IOException, InterruptedException {
    stop();
    writeSettings(config, settings, bytes);
    startAgain();
  }

  void startAgainWithUsualCache() throws IOException, InterruptedException {
    startAgainWithCache(cacheBytes(memoryBytes));
  }

  /** What compactions have yet to rewrite. */
  double pendingBytes() throws IOException, InterruptedException {
    return Metrics.read(node.httpPort().orElseThrow(), PENDING);
  }

  /** How often it has read from the store for somebody who asked, since its start. */
  double inquiries() throws IOException, InterruptedException {
    return Metrics.read(node.httpPort().orElseThrow(), INQUIRIES);
  }

  /** The most memory that it ever had, page cache apart; 0 where nobody tells. */
  long peakBytes() {
    noteMemory();
    return peakBytes;
  }

  private void noteMemory() {
    peakBytes = Math.max(peakBytes, node.peakBytes());
  }

  /** What the store has on disk, without the journal. */
  long storeBytes() throws IOException {
    long bytes = 0;
    try (var files = Files.list(data.resolve("store").resolve("rows"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".sst")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    node.close();
  }
}
