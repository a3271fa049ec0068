package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
  @TempDir private Path folder;

  @Test
  void allOfAServerEndsWithIt() throws Exception {
    List<ProcessHandle> processes;
    try (var server = start("sleep 1000 & sleep 1000")) {
      processes = await(server, 3);
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void aServerEndsWithWhoeverStartedIt() throws Exception {
    var server = start("exec sleep 1000");
    var process = await(server, 1).getFirst();

    // What the kernel does to the pipe of a process that is killed.
    server.letGo();

    process.onExit().get(10, TimeUnit.SECONDS);
    server.close();
  }

  @Test
  void aServerThatEndsByItselfIsSeen() throws Exception {
    try (var server = start("echo no such option; exit 3")) {
      while (server.isRunning()) {
        Thread.onSpinWait();
      }
      assertThat(server.said()).isEqualTo("no such option");
    }
  }

  private ServerProcess start(String script) throws Exception {
    return ServerProcess.start(folder, List.of("sh", "-c", script), Map.of());
  }

  private static List<ProcessHandle> await(ServerProcess server, int processes) {
    while (server.processes().size() < processes) {
      Thread.onSpinWait();
    }
    return server.processes();
  }
}
