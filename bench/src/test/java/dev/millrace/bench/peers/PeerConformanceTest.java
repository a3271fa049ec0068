package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.bench.load.Contender.Connections;
import dev.millrace.bench.load.Contender.Setting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every driver must do, with every peer that is installed. */
class PeerConformanceTest {
  private static final byte[] DATA = "some work".getBytes(StandardCharsets.UTF_8);
  private static final List<String> QUEUES = List.of("first", "second");

  @TempDir private Path folder;

  static Stream<Arguments> peers() {
    return Peer.ALL.stream()
        .flatMap(
            peer ->
                Stream.of(Setting.values())
                    .map(setting -> Arguments.of(peer.name(), setting, peer)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("peers")
  void whatIsEnqueuedIsLeasedOnceAndNothingIsLeftRunning(String name, Setting setting, Peer peer)
      throws Exception {
    var program = peer.find();
    assumeTrue(program.isPresent(), () -> peer.debianPackage() + " is not installed");
    assumeTrue(
        peer.has(setting, program.get().version()),
        () -> "%s %s has no %s".formatted(name, program.get().version().text(), setting));
    List<ProcessHandle> processes;
    try (var contender = new PeerContender(peer, program.get(), setting)) {
      contender.start(folder.resolve(name));
      processes = contender.processes();
      assertThat(processes).isNotEmpty();
      // Twice: nothing of the first time may be left.
      for (int i = 0; i < 2; i++) {
        try (var connections = contender.connect(2)) {
          work(connections);
        }
      }
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  private static void work(Connections connections) throws Exception {
    connections.prepare(QUEUES);
    var one = connections.session(0);
    var other = connections.session(1);
    assertThat(one.leaseAndComplete("first", 1)).isZero();

    for (int i = 0; i < 3; i++) {
      one.enqueue("first", DATA);
    }
    one.enqueue("first", DATA, 7);
    other.enqueue("second", DATA, 50);

    assertThat(one.leaseAndComplete("first", 1)).isEqualTo(1);
    assertThat(one.leaseAndComplete("first", 4)).isEqualTo(4);
    assertThat(one.leaseAndComplete("first", 50)).isEqualTo(5);
    assertThat(one.leaseAndComplete("first", 50)).isZero();
    assertThat(other.leaseAndComplete("second", 50)).isEqualTo(50);
    assertThat(other.leaseAndComplete("second", 1)).isZero();
    other.enqueue("second", DATA, 5);
  }
}
