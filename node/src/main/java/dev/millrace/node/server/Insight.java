package dev.millrace.node.server;

import dev.millrace.api.v1.StatsReply;
import dev.millrace.http.HttpUse;
import dev.millrace.http.NodeView;
import dev.millrace.http.Site;
import dev.millrace.node.Engine;
import dev.millrace.node.NodeClock;
import dev.millrace.node.PathState;
import dev.millrace.node.StagedPath;
import dev.millrace.node.metrics.NodeMetrics;
import dev.millrace.node.metrics.Sample;
import dev.millrace.node.metrics.Thresholds;
import dev.millrace.store.rocksdb.RocksStore;
import java.util.Optional;

/** What the node shows of itself over HTTP. */
final class Insight implements NodeView, AutoCloseable {
  /**
   * Where the files of the dashboard are on the class path. Its module isn't known here: its tests
   * start nodes. A node without it does without a page.
   */
  static final String DASHBOARD = "dev/millrace/dashboard";

  /** A journal twice as long as it should get, and changes that wait for so many checkpoints. */
  private static final int FAR = 2;

  private static final int CHECKPOINTS = 5;

  private final Inside inside;
  private final NodeConfig config;
  private final NodeMetrics metrics;

  /** What it looks at. */
  record Inside(
      Engine engine, StagedPath path, RocksStore store, GrpcServer server, NodeClock clock) {}

  Insight(Inside inside, NodeConfig config) {
    this.inside = inside;
    this.config = config;
    this.metrics =
        new NodeMetrics(
            sample(Optional.empty(), new HttpUse(0, 0)),
            thresholds(config),
            inside.path.calls(),
            inside.path.commits());
  }

  private static Thresholds thresholds(NodeConfig config) {
    var checkpoint = config.engine().checkpoint();
    return new Thresholds(
        config.engine().journal().freeBytesMin(),
        checkpoint.overlayBytesMax(),
        FAR * checkpoint.journalBytesMax(),
        CHECKPOINTS * checkpoint.interval().toMillis() / 1e3,
        config.engine().memory().cacheBytes(),
        config.store().cacheBytes());
  }

  @Override
  public String metrics(Optional<StatsReply> totals, HttpUse use) {
    return metrics.text(sample(totals, use));
  }

  private Sample sample(Optional<StatsReply> totals, HttpUse use) {
    var engine = inside.engine;
    var journal = engine.journal().status();
    var memory = engine.memoryUse();
    double unstored =
        memory.oldestMillis() == Long.MAX_VALUE
            ? 0
            : Math.max(0, inside.clock.nowMillis() - memory.oldestMillis()) / 1e3;
    return new Sample(
        totals,
        inside.path.observe(),
        journal,
        engine.checkpoint().sealedBytes(journal),
        memory,
        unstored,
        inside.store.status(),
        inside.path.storeReads(),
        config.data().toFile().getUsableSpace(),
        inside.server.connections(),
        use.connections(),
        use.connectionsRefused(),
        unready().isEmpty());
  }

  @Override
  public Site site() {
    return Site.onClassPath(DASHBOARD);
  }

  @Override
  public Optional<String> unready() {
    if (!(inside.path.state() instanceof PathState.Serving)) {
      return Optional.of("the server is going down");
    }
    return inside.engine.journal().status().full()
        ? Optional.of("the disk is full")
        : Optional.empty();
  }

  @Override
  public void close() {
    metrics.close();
  }
}
