package dev.millrace.node.server;

import dev.millrace.http.HttpConfig;
import dev.millrace.journal.JournalConfig;
import dev.millrace.node.CheckpointConfig;
import dev.millrace.node.EngineConfig;
import dev.millrace.node.PathConfig;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.config.ConfigFile;
import dev.millrace.node.config.Settings;
import dev.millrace.node.keep.BackupConfig;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;
import dev.millrace.store.rocksdb.RocksConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All settings of a node.
 *
 * @param data the data directory
 * @param bind the address to listen on; only loopback, unless there is TLS and authentication
 * @param port 0 for any that is free
 * @param http where HTTP is served; none if it isn't
 * @param store what RocksDB may use
 * @param backups where backups go; none if they are refused
 * @param security who may call, and over what
 * @param connectionCallsMax calls that one connection may have open at a time, waiting leases too
 * @param slowReaderTime after which a stream is ended whose replies nobody reads
 * @param drainTimeMax how long a stop may take before the process ends all the same
 * @param effective every key with its value, for the log
 */
public record NodeConfig(
    Path data,
    InetAddress bind,
    int port,
    Optional<HttpConfig> http,
    EngineConfig engine,
    PathConfig path,
    RocksConfig store,
    Optional<BackupConfig> backups,
    SecurityConfig security,
    int connectionCallsMax,
    Duration slowReaderTime,
    Duration drainTimeMax,
    String effective) {
  public static final int PORT_DEFAULT = 7411;

  /** Fixed when a data directory is made. */
  public static final int SLOTS = 256;

  private static final Logger log = LoggerFactory.getLogger(NodeConfig.class);
  private static final String ENVIRONMENT_PREFIX = "MILLRACE_";

  /** Variables of the launcher and the command line, which are no settings of a node. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "MILLRACE_SERVER",
          "MILLRACE_CA",
          "MILLRACE_CERTIFICATE",
          "MILLRACE_KEY",
          "MILLRACE_TOKEN",
          "MILLRACE_TOKEN_FILE",
          "MILLRACE_DEBUG",
          "MILLRACE_HOME",
          "MILLRACE_JAVA_HOME",
          "MILLRACE_JAVA_OPTS");

  /** The largest frame: it must hold the step of the largest message. */
  private static final int FRAME_BYTES = 24 << 20;

  /** Stands for no directory, one of that name is {@code ./none}; and for no HTTP. */
  private static final String NONE = "none";

  private static final String AUTO = "auto";

  /** Changes on their way to the store have this part of the heap, within bounds: */
  private static final int OVERLAY_PART = 8;

  /** two layers, so that one is filled while another is written, */
  private static final long OVERLAY_BYTES_MIN = 128L << 20;

  /** and four. More was seen to be no faster, and is more to copy for the collector. */
  private static final long OVERLAY_BYTES_MAX = 256L << 20;

  /** A layer is in memory twice or three times while the store takes it. */
  private static final long LAYER_BYTES_MAX = 64L << 20;

  /** Every key and its default. */
  public static Map<String, String> defaults() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("data", "data");
    keys.put("bind", "127.0.0.1");
    keys.put("port", String.valueOf(PORT_DEFAULT));
    keys.put("http-port", NONE);
    keys.put("http-names", NONE);
    keys.put("http-connections-max", String.valueOf(HttpConfig.CONNECTIONS_MAX));
    keys.put("http-body-bytes-max", "4MiB");
    keys.put("task-bytes-max", "1MiB");
    keys.put("kept-requests-bytes-max", "8MiB");
    keys.put("kept-requests-time", "10m");
    keys.put("idle-queue-time", "10m");
    keys.put("waiting-leases-max", "100000");
    keys.put("parked-calls-max", "10000");
    keys.put("parked-calls-bytes-max", "32MiB");
    keys.put("execute-queue-max", "4000");
    keys.put("execute-queue-bytes-max", "64MiB");
    keys.put("response-time-target", "1s");
    keys.put("segment-bytes", "32MiB");
    keys.put("spare-segments", "2");
    keys.put("disk-free-bytes-min", "64MiB");
    keys.put("journal-bytes-max", "512MiB");
    keys.put("overlay-bytes-max", AUTO);
    keys.put("layer-bytes", "64MiB");
    keys.put("checkpoint-interval", "1m");
    keys.put("cache-bytes", "64MiB");
    keys.put("store-cache-bytes", "96MiB");
    keys.put("store-memtable-bytes", "16MiB");
    keys.put("store-background-jobs", "2");
    keys.put("store-open-files-max", "1024");
    keys.put("store-compaction-bytes-per-second", "0");
    keys.put("backup-directory", NONE);
    keys.put("backups-max", "0");
    SecurityConfig.addDefaults(keys);
    keys.put("connection-calls-max", "10000");
    keys.put("slow-reader-time", "1m");
    keys.put("drain-time-max", "30s");
    return keys;
  }

  /** Puts the settings together, with the environment of this process. */
  public static NodeConfig load(Optional<Path> file, Map<String, String> arguments) {
    return load(file, System.getenv(), arguments);
  }

  /**
   * Puts the settings together; later sources win.
   *
   * @param environment variables such as {@code MILLRACE_PORT}
   * @param arguments settings from the command line, by key
   */
  static NodeConfig load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> arguments) {
    Settings settings = Settings.of(defaults());
    if (file.isPresent()) {
      settings = settings.with(file.get().toString(), read(file.get()));
    }
    settings =
        settings
            .with("environment", fromEnvironment(environment, settings))
            .with("command line", arguments);
    return of(settings);
  }

  private static Map<String, String> read(Path file) {
    try {
      return ConfigFile.parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new ConfigException("%s can't be read: %s", file, e);
    }
  }

  private static Map<String, String> fromEnvironment(
      Map<String, String> environment, Settings settings) {
    Map<String, String> found = new LinkedHashMap<>();
    environment.forEach(
        (name, value) -> {
          if (!name.startsWith(ENVIRONMENT_PREFIX) || OTHER_VARIABLES.contains(name)) {
            return;
          }
          String key =
              name.substring(ENVIRONMENT_PREFIX.length())
                  .toLowerCase(Locale.ROOT)
                  .replace('_', '-');
          if (settings.knows(key)) {
            found.put(key, value);
          } else {
            // Not an error: others may set variables that begin like ours.
            log.warn("Ignored variable={} nearestSetting={}", name, settings.nearest(key));
          }
        });
    return found;
  }

  private static NodeConfig of(Settings settings) {
    SecurityConfig security = SecurityConfig.of(settings);
    InetAddress bind = address(settings.text("bind"));
    security.checkReachable(bind);
    return new NodeConfig(
        Path.of(settings.text("data")),
        bind,
        settings.count("port", 0, 65_535),
        http(settings, bind),
        engine(settings),
        path(settings),
        store(settings),
        backups(settings),
        security,
        settings.count("connection-calls-max", 1, 1_000_000),
        settings.time("slow-reader-time", Duration.ofMillis(10), Duration.ofDays(1)),
        settings.time("drain-time-max", Duration.ofSeconds(1), Duration.ofHours(1)),
        settings.toString());
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new ConfigException("bind is an address such as 127.0.0.1 or ::1, not '%s'", text);
    }
  }

  private static Optional<HttpConfig> http(Settings settings, InetAddress bind) {
    if (settings.text("http-port").equals(NONE)) {
      return Optional.empty();
    }
    var address = new InetSocketAddress(bind, settings.count("http-port", 0, 65_535));
    String names = settings.text("http-names");
    return Optional.of(
        HttpConfig.of(address, names.equals(NONE) ? Set.of() : Set.of(names.split(" *, *")))
            .with(
                settings.count("http-connections-max", 1, 100_000),
                (int) settings.bytes("http-body-bytes-max", 1 << 10, 32 << 20)));
  }

  private static EngineConfig engine(Settings settings) {
    Limits standard = Limits.DEFAULT;
    return new EngineConfig(
        new JournalConfig(
            (int) settings.bytes("segment-bytes", 32 << 20, 1 << 30) & -4096,
            FRAME_BYTES,
            // With only the reserve, enqueues would end with the first segment.
            settings.count("spare-segments", 2, 16),
            settings.bytes("disk-free-bytes-min", 0, 1L << 40)),
        new Limits(
            (int) settings.bytes("task-bytes-max", 0, Limits.DATA_BYTES_CEILING),
            standard.elementsMax(),
            standard.leaseTasksMax(),
            standard.grantBytesMax(),
            settings.bytes("kept-requests-bytes-max", 0, 1L << 30),
            settings.time("kept-requests-time", Duration.ZERO, Duration.ofDays(1)).toMillis(),
            settings.time("idle-queue-time", Duration.ofSeconds(1), Duration.ofDays(1)).toMillis()),
        memory(settings),
        new CheckpointConfig(
            overlayBytesMax(settings),
            settings.bytes("journal-bytes-max", 0, 1L << 40),
            settings.time("checkpoint-interval", Duration.ofMillis(10), Duration.ofDays(1))),
        settings.count("waiting-leases-max", 0, 10_000_000),
        settings.count("parked-calls-max", 1, 10_000_000),
        settings.bytes("parked-calls-bytes-max", 1, 1L << 36));
  }

  private static long overlayBytesMax(Settings settings) {
    return settings.text("overlay-bytes-max").equals(AUTO)
        ? Math.clamp(
            Runtime.getRuntime().maxMemory() / OVERLAY_PART, OVERLAY_BYTES_MIN, OVERLAY_BYTES_MAX)
        : settings.bytes("overlay-bytes-max", 1 << 20, 1L << 40);
  }

  private static Memory memory(Settings settings) {
    Memory standard = EngineConfig.MEMORY_DEFAULT;
    long cacheBytes = settings.bytes("cache-bytes", 0, 1L << 40);
    return new Memory(
        cacheBytes,
        standard.headTasksMax(),
        // So that a few long queues don't drive out all others.
        Math.min(standard.headBytesMax(), cacheBytes / 4),
        standard.deadlinesMax(),
        settings.bytes("layer-bytes", 1 << 10, LAYER_BYTES_MAX));
  }

  private static RocksConfig store(Settings settings) {
    long memtableBytes = settings.bytes("store-memtable-bytes", 64 << 10, 1L << 32);
    long cacheBytes = settings.bytes("store-cache-bytes", 1 << 20, 1L << 40);
    try {
      return new RocksConfig(
          cacheBytes,
          memtableBytes,
          settings.count("store-background-jobs", 2, 64),
          settings.count("store-open-files-max", 64, 1_000_000),
          settings.bytes("store-compaction-bytes-per-second", 0, 1L << 40),
          RocksConfig.DEFAULT.skippedKeysMax());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("%s", String.valueOf(e.getMessage()));
    }
  }

  private static Optional<BackupConfig> backups(Settings settings) {
    int keptMax = settings.count("backups-max", 0, 1_000_000);
    String directory = settings.text("backup-directory");
    return directory.equals(NONE)
        ? Optional.empty()
        : Optional.of(new BackupConfig(Path.of(directory).toAbsolutePath().normalize(), keptMax));
  }

  private static PathConfig path(Settings settings) {
    return new PathConfig(
        settings.count("execute-queue-max", 1, 1_000_000),
        settings.bytes("execute-queue-bytes-max", 32 << 20, 1L << 36),
        settings.time("response-time-target", Duration.ofMillis(10), Duration.ofHours(1)));
  }
}
