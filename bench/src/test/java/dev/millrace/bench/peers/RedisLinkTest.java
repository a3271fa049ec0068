package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.bench.load.Contender.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisLinkTest {
  private static final int LINKS = 4;
  private static final int TIMES = 10;

  @TempDir private Path folder;

  @Test
  void queuesAreEmptiedThoughTheLogIsBeingRewrittenForOthers() throws Exception {
    var peer = new RedisPeer();
    Optional<Program> program = peer.find();
    assumeTrue(program.isPresent(), "redis is not installed");
    try (var redis = new PeerContender(peer, program.get(), Setting.FSYNC);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      redis.start(folder);
      List<Callable<Integer>> all = new ArrayList<>();
      for (int i = 0; i < LINKS; i++) {
        String queue = "queue-" + i;
        all.add(() -> prepareOften(redis, queue));
      }

      assertThat(threads.invokeAll(all)).extracting(Future::get).containsOnly(TIMES);
    }
  }

  private static int prepareOften(PeerContender redis, String queue) throws Exception {
    int prepared = 0;
    try (var connections = redis.connect(1)) {
      while (prepared < TIMES) {
        connections.prepare(List.of(queue));
        prepared++;
      }
    }
    return prepared;
  }
}
