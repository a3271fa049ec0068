package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.bench.ServeMain;
import dev.millrace.bench.load.Contender.Connections;
import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every driver must do: Millrace's, and that of every peer that is installed. */
class PeerConformanceTest {
  private static final byte[] DATA = "some work".getBytes(StandardCharsets.UTF_8);
  private static final List<String> QUEUES = List.of("first", "second");

  @TempDir private Path folder;

  static List<Arguments> contenders() throws IOException {
    var contenders = new ArrayList<Arguments>();
    for (Setting setting : Setting.values()) {
      var millrace = Entrant.millrace(ServeMain.command());
      contenders.add(Arguments.of(millrace.name(), setting, Optional.of(millrace)));
      for (Peer peer : PeersBench.KNOWN) {
        var entrant = peer.find().map(program -> Entrant.of(peer, program));
        contenders.add(Arguments.of(peer.name(), setting, entrant));
      }
    }
    return contenders;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("contenders")
  void whatIsEnqueuedIsLeasedOnceAndNothingIsLeftRunning(
      String name, Setting setting, Optional<Entrant> entrant) throws Exception {
    assumeTrue(entrant.isPresent(), () -> name + " is not installed");
    assumeTrue(
        entrant.get().has().test(setting), () -> "this %s has no %s".formatted(name, setting));
    List<ProcessHandle> processes;
    try (var contender = entrant.get().contender().apply(setting)) {
      contender.start(folder);
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
      one.enqueue("first", DATA, 1);
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
