package dev.millrace.node;

import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.peek;
import static dev.millrace.node.TestPath.DEFAULT_SLOT;
import static dev.millrace.node.TestPath.pids;
import static dev.millrace.node.TestPath.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Reply.Updated;
import dev.millrace.stages.GuestCrew;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who executes on the thread of somebody else. */
@Timeout(10)
class GuestPathTest {
  @TempDir Path folder;

  private final ScheduledExecutorService host =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "host"));

  private TestPath node;

  @BeforeEach
  void start() {
    node =
        TestPath.ofGuest(
            folder, new GuestCrew(host, () -> Thread.currentThread().getName().equals("host")));
  }

  @AfterEach
  void end() {
    node.close();
    host.shutdown();
  }

  @Test
  void writesItselfWhatIsToBeInTheOperatingSystemOnly() {
    for (String pid : List.of("a", "b", "c")) {
      assertThat(reply(node.submit(DEFAULT_SLOT, enqueue("q", pid), Durability.OS)))
          .isInstanceOf(Updated.class);
    }

    assertThat(batchesOfJournal()).isZero();
  }

  @Test
  void doesNotWaitForASync() throws Exception {
    node.disk.holdSyncs();
    var synced = node.submit(enqueue("q", "a"));
    node.disk.awaitSync();

    var written = node.submit(DEFAULT_SLOT, enqueue("q", "b"), Durability.OS);

    assertThat(reply(written)).isInstanceOf(Updated.class);
    assertThat(synced).isNotDone();
    node.disk.letSyncsGo();
    assertThat(reply(synced)).isInstanceOf(Updated.class);
  }

  @Test
  void writesBehindWhatTheJournalHas() throws Exception {
    node.disk.holdSyncs();
    var first = node.submit(enqueue("q", "a"));
    node.disk.awaitSync();
    // Waits for the thread of the journal, which waits for the disk.
    var second = node.submit(enqueue("q", "b"));

    var third = node.submit(DEFAULT_SLOT, enqueue("q", "c"), Durability.OS);
    node.disk.letSyncsGo();

    assertThat(reply(first)).isInstanceOf(Updated.class);
    assertThat(reply(second)).isInstanceOf(Updated.class);
    assertThat(reply(third)).isInstanceOf(Updated.class);
    assertThat(pids(node.execute(peek("q")))).containsExactly("a", "b", "c");
  }

  @Test
  void answersOnItsHostWhatTheJournalMadeDurable() {
    var answeredBy = new CompletableFuture<String>();

    var _ =
        node.path.submit(
            DEFAULT_SLOT,
            enqueue("q", "a"),
            Durability.FSYNC,
            Call.NEVER,
            _ -> answeredBy.complete(Thread.currentThread().getName()));

    assertThat(answeredBy.join()).isEqualTo("host");
  }

  @Test
  void isSyncedInTheEnd() {
    reply(node.submit(DEFAULT_SLOT, enqueue("q", "a"), Durability.OS));

    node.path.drain();

    var status = node.engine.journal().status();
    assertThat(status.syncedFrame()).isEqualTo(status.writtenFrame()).isPositive();
  }

  private long batchesOfJournal() {
    return node.path.observe().stream()
        .filter(stage -> stage.stage().equals("journal"))
        .findFirst()
        .orElseThrow()
        .batches();
  }
}
