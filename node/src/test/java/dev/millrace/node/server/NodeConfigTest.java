package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.JournalConfig;
import dev.millrace.node.CheckpointConfig;
import dev.millrace.node.EngineConfig;
import dev.millrace.node.PathConfig;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.server.SecurityConfig.TlsConfig;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;
import dev.millrace.store.rocksdb.RocksConfig;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeConfigTest {
  @TempDir Path folder;

  @Test
  void everyKeyHasItsDefault() {
    assertThat(NodeConfig.defaults())
        .containsExactly(
            Map.entry("data", "data"),
            Map.entry("bind", "127.0.0.1"),
            Map.entry("port", "7411"),
            Map.entry("http-port", "none"),
            Map.entry("http-names", "none"),
            Map.entry("http-connections-max", "1000"),
            Map.entry("http-body-bytes-max", "4MiB"),
            Map.entry("task-bytes-max", "1MiB"),
            Map.entry("kept-requests-bytes-max", "8MiB"),
            Map.entry("kept-requests-time", "10m"),
            Map.entry("idle-queue-time", "10m"),
            Map.entry("waiting-leases-max", "100000"),
            Map.entry("parked-calls-max", "10000"),
            Map.entry("parked-calls-bytes-max", "32MiB"),
            Map.entry("execute-queue-max", "4000"),
            Map.entry("execute-queue-bytes-max", "64MiB"),
            Map.entry("response-time-target", "1s"),
            Map.entry("segment-bytes", "32MiB"),
            Map.entry("spare-segments", "2"),
            Map.entry("disk-free-bytes-min", "64MiB"),
            Map.entry("journal-bytes-max", "512MiB"),
            Map.entry("overlay-bytes-max", "auto"),
            Map.entry("layer-bytes", "64MiB"),
            Map.entry("checkpoint-interval", "1m"),
            Map.entry("cache-bytes", "64MiB"),
            Map.entry("store-cache-bytes", "96MiB"),
            Map.entry("store-memtable-bytes", "16MiB"),
            Map.entry("store-background-jobs", "2"),
            Map.entry("store-open-files-max", "1024"),
            Map.entry("store-compaction-bytes-per-second", "0"),
            Map.entry("backup-directory", "none"),
            Map.entry("backups-max", "0"),
            Map.entry("tls-certificate", "none"),
            Map.entry("tls-key", "none"),
            Map.entry("tls-client-ca", "none"),
            Map.entry("tls-client-certificate", "required"),
            Map.entry("access-file", "none"),
            Map.entry("connections-max", "10000"),
            Map.entry("connections-per-address-max", "1000"),
            Map.entry("connection-calls-max", "10000"),
            Map.entry("slow-reader-time", "1m"),
            Map.entry("drain-time-max", "30s"));
  }

  @Test
  void everyKeyIsDocumentedWithItsDefault() throws Exception {
    String page = Files.readString(Path.of("../docs/running.md"));

    NodeConfig.defaults()
        .forEach(
            (key, value) -> assertThat(page).contains("| `%s` | `%s` |".formatted(key, value)));
    for (NodeExit exit : NodeExit.values()) {
      assertThat(page).contains("| " + exit.number() + " |");
    }
  }

  @Test
  void defaultsAreWhatTheComponentsSuggest() {
    var config = load(Map.of("overlay-bytes-max", "128MiB"));

    assertThat(config.data()).isEqualTo(Path.of("data"));
    assertThat(config.bind()).isEqualTo(InetAddress.getLoopbackAddress());
    assertThat(config.port()).isEqualTo(7411);
    assertThat(config.engine()).isEqualTo(EngineConfig.DEFAULT);
    assertThat(config.engine().journal()).isEqualTo(JournalConfig.DEFAULT);
    assertThat(config.path()).isEqualTo(PathConfig.DEFAULT);
    assertThat(config.store()).isEqualTo(RocksConfig.DEFAULT);
    assertThat(config.connectionCallsMax()).isEqualTo(10_000);
    assertThat(config.drainTimeMax()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.effective()).startsWith("access-file=none ").contains(" port=7411 ");
  }

  @Test
  void changesOnTheirWayToTheStoreHaveAnEighthOfTheHeap() {
    long bytes = load(Map.of()).engine().checkpoint().overlayBytesMax();

    long eighth = Runtime.getRuntime().maxMemory() / 8;
    assertThat(bytes).isEqualTo(Math.clamp(eighth, 128 << 20, 256 << 20));
  }

  @Test
  void everyKeyIsRead() {
    var config =
        load(
            Map.ofEntries(
                Map.entry("data", "/elsewhere"),
                Map.entry("bind", "::1"),
                Map.entry("port", "0"),
                Map.entry("http-port", "8080"),
                Map.entry("http-names", "queues.example, other.example"),
                Map.entry("http-connections-max", "7"),
                Map.entry("http-body-bytes-max", "1MiB"),
                Map.entry("task-bytes-max", "16MiB"),
                Map.entry("kept-requests-bytes-max", "1MiB"),
                Map.entry("kept-requests-time", "90s"),
                Map.entry("idle-queue-time", "1h"),
                Map.entry("waiting-leases-max", "7"),
                Map.entry("parked-calls-max", "6"),
                Map.entry("parked-calls-bytes-max", "5MiB"),
                Map.entry("execute-queue-max", "8"),
                Map.entry("execute-queue-bytes-max", "1GiB"),
                Map.entry("response-time-target", "200ms"),
                Map.entry("segment-bytes", "64MiB"),
                Map.entry("spare-segments", "3"),
                Map.entry("disk-free-bytes-min", "0"),
                Map.entry("journal-bytes-max", "1GiB"),
                Map.entry("overlay-bytes-max", "2GiB"),
                Map.entry("layer-bytes", "4KiB"),
                Map.entry("checkpoint-interval", "50ms"),
                Map.entry("cache-bytes", "4MiB"),
                Map.entry("store-cache-bytes", "3GiB"),
                Map.entry("store-memtable-bytes", "1GiB"),
                Map.entry("store-background-jobs", "4"),
                Map.entry("store-open-files-max", "100"),
                Map.entry("store-compaction-bytes-per-second", "8MiB"),
                Map.entry("tls-certificate", "node.pem"),
                Map.entry("tls-key", "node.key"),
                Map.entry("tls-client-ca", "ca.pem"),
                Map.entry("tls-client-certificate", "optional"),
                Map.entry("access-file", "access"),
                Map.entry("connections-max", "3"),
                Map.entry("connections-per-address-max", "2"),
                Map.entry("connection-calls-max", "9"),
                Map.entry("slow-reader-time", "20s"),
                Map.entry("drain-time-max", "5s")));

    assertThat(config.data()).isEqualTo(Path.of("/elsewhere"));
    assertThat(config.bind().isLoopbackAddress()).isTrue();
    assertThat(config.port()).isZero();
    assertThat(config.engine())
        .isEqualTo(
            new EngineConfig(
                new JournalConfig(64 << 20, 24 << 20, 3, 0),
                new Limits(
                    16 << 20,
                    10_000,
                    10_000,
                    8 << 20,
                    1 << 20,
                    90_000,
                    Duration.ofHours(1).toMillis()),
                new Memory(4 << 20, 10_000, 1 << 20, 4_096, 4 << 10),
                new CheckpointConfig(2L << 30, 1L << 30, Duration.ofMillis(50)),
                7,
                6,
                5 << 20));
    assertThat(config.store())
        .isEqualTo(new RocksConfig(3L << 30, 1L << 30, 4, 100, 8 << 20, 10_000));
    assertThat(config.path()).isEqualTo(new PathConfig(8, 1 << 30, Duration.ofMillis(200)));
    assertThat(config.security())
        .isEqualTo(
            new SecurityConfig(
                Optional.of(
                    new TlsConfig(
                        Path.of("node.pem"),
                        Path.of("node.key"),
                        Optional.of(Path.of("ca.pem")),
                        false)),
                Optional.of(Path.of("access")),
                3,
                2));
    assertThat(config.connectionCallsMax()).isEqualTo(9);
    assertThat(config.slowReaderTime()).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.drainTimeMax()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void commandLineWinsOverEnvironmentAndThatOverTheFile() throws Exception {
    Path file = folder.resolve("millrace.conf");
    Files.writeString(file, "# ours\n\nport = 1\nspare-segments=4\n  drain-time-max = 2m  \n");

    var config =
        NodeConfig.load(
            Optional.of(file),
            Map.of("MILLRACE_PORT", "2", "MILLRACE_SPARE_SEGMENTS", "5", "HOME", "/"),
            Map.of("port", "3"));

    assertThat(config.port()).isEqualTo(3);
    assertThat(config.engine().journal().spareSegments()).isEqualTo(5);
    assertThat(config.drainTimeMax()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void variablesThatAreNoSettingsAreLeftAlone() {
    var environment = Map.of("MILLRACE_SERVER", "x:1", "MILLRACE_SERVICE_HOST", "10.0.0.1");

    assertThat(NodeConfig.load(Optional.empty(), environment, Map.of()).port()).isEqualTo(7411);
  }

  @Test
  void unknownKeyNamesTheNearest() {
    assertThatThrownBy(() -> load(Map.of("prot", "1")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("command line: there is no setting 'prot'; did you mean 'port'?");
  }

  @Test
  void duplicateKeyIsAnError() throws Exception {
    Path file = folder.resolve("c");
    Files.writeString(file, "port = 1\nport = 2\n");

    assertThatThrownBy(() -> NodeConfig.load(Optional.of(file), Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("c line 2: port is set a second time");
  }

  @Test
  void lineWithoutValueIsAnError() throws Exception {
    Path file = folder.resolve("c");
    Files.writeString(file, "port 1\n");

    assertThatThrownBy(() -> NodeConfig.load(Optional.of(file), Map.of(), Map.of()))
        .hasMessageEndingWith("c line 1: expected `key = value`, not 'port 1'");
  }

  @Test
  void missingFileIsAnError() {
    assertThatThrownBy(
            () -> NodeConfig.load(Optional.of(folder.resolve("none")), Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none can't be read");
  }

  @ParameterizedTest
  @CsvSource({
    "port, 65536, port is a number",
    "port, -1, port is a number",
    "port, x, port is a number",
    "task-bytes-max, 17MiB, 'task-bytes-max is 0B to 16MiB, not 17MiB'",
    "task-bytes-max, 1MB, task-bytes-max is a size such as 64MiB",
    "segment-bytes, 1MiB, segment-bytes is 32MiB to 1GiB",
    "segment-bytes, 999999999999TiB, segment-bytes is 32MiB to 1GiB",
    "spare-segments, 1, spare-segments is a number from 2 to 16",
    "drain-time-max, 30, drain-time-max is a length of time",
    "drain-time-max, 2h, drain-time-max is 1 s to 3600 s",
    "layer-bytes, 65MiB, layer-bytes is 1KiB to 64MiB",
    "store-cache-bytes, 32MiB, store-cache-bytes must be at least 3 times store-memtable-bytes",
    "bind, 0.0.0.0, bind is 0.0.0.0",
    "bind, 192.0.2.1, which other machines can reach",
    "tls-certificate, node.pem, tls-key is missing",
    "tls-key, node.key, tls-certificate is missing",
    "tls-client-ca, ca.pem, needs tls-certificate",
    "tls-client-certificate, maybe, is required or optional",
    "connections-max, 0, connections-max is a number",
    "bind, no-such-host.invalid, bind is an address such as",
  })
  void wrongValueNamesTheKeyAndWhatIsRight(String key, String value, String message) {
    assertThatThrownBy(() -> load(Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  private static NodeConfig load(Map<String, String> arguments) {
    return NodeConfig.load(Optional.empty(), Map.of(), arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'set tls-certificate and tls-key) and authentication (set access-file; `millrace token'",
    "access-file=a, 'set tls-certificate and tls-key) and authentication (set access-file: done'",
    "tls-certificate=c tls-key=k, 'tls-key: done) and authentication (set access-file; '",
  })
  void addressThatOthersReachNeedsTlsAndAuthentication(String given, String message) {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("bind", "0.0.0.0"));
    for (String setting : given.isEmpty() ? new String[0] : given.split(" ")) {
      settings.put(setting.split("=")[0], setting.split("=")[1]);
    }

    assertThatThrownBy(() -> load(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);

    settings.putAll(Map.of("access-file", "a", "tls-certificate", "c", "tls-key", "k"));
    assertThat(load(settings).bind().isAnyLocalAddress()).isTrue();
  }
}
