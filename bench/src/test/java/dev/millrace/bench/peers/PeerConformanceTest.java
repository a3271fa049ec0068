package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.bench.ServeMain;
import dev.millrace.bench.load.Contender.Connections;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every driver must do: Millrace's, and that of every peer that is installed. */
class PeerConformanceTest {
  private static final byte[] DATA = "some work".getBytes(StandardCharsets.UTF_8);
  private static final List<String> QUEUES = List.of("first", "second");

  private static final int MANY = 200;

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
  void whatIsEnqueuedIsLeasedOnceInOrderAndNothingIsLeftRunning(
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
      try (var connections = contender.connect(1)) {
        keepOrder(connections);
      }
      for (Setting other : Setting.values()) {
        var same = contender.as(other);
        if (same.isPresent()) {
          assertThat(same.get().setting()).isEqualTo(other);
          assertThat(same.get().processes()).isEqualTo(processes);
          try (var connections = same.get().connect(2)) {
            work(connections);
          }
        }
      }
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  private static void work(Connections connections) throws Exception {
    connections.prepare(QUEUES);
    var one = connections.session(0);
    var other = connections.session(1);
    assertThat(take(one, "first", 1)).isEmpty();

    for (String data : List.of("a", "b", "c")) {
      one.enqueue("first", data.getBytes(StandardCharsets.UTF_8), 1).join();
    }
    one.enqueue("first", "d".getBytes(StandardCharsets.UTF_8), 7).join();
    other.enqueue("second", DATA, 50).join();

    assertThat(take(one, "first", 1)).containsExactly("a");
    assertThat(take(one, "first", 4)).containsExactly("b", "c", "d", "d");
    assertThat(take(one, "first", 50)).hasSize(5).containsOnly("d");
    assertThat(take(one, "first", 50)).isEmpty();
    assertThat(take(other, "second", 50)).hasSize(50);
    assertThat(take(other, "second", 1)).isEmpty();
    other.enqueue("second", DATA, 5).join();
  }

  private static void keepOrder(Connections connections) throws Exception {
    connections.prepare(QUEUES);
    var session = connections.session(0);
    List<String> numbers = IntStream.range(0, MANY).mapToObj(String::valueOf).toList();
    for (String number : numbers) {
      session.enqueue("first", number.getBytes(StandardCharsets.UTF_8), 1).join();
    }

    List<String> leased = new ArrayList<>();
    while (leased.size() < MANY) {
      leased.addAll(take(session, "first", leased.size() % 10 + 1));
    }

    assertThat(leased).isEqualTo(numbers);
  }

  private static List<String> take(Session session, String queue, int tasksMax) {
    List<String> taken = new ArrayList<>();
    int completed =
        session.leaseAndComplete(queue, tasksMax, data -> taken.add(data.toStringUtf8())).join();
    assertThat(taken).hasSize(completed);
    return taken;
  }
}
