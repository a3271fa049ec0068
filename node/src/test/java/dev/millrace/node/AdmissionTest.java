package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.Commands.peek;
import static dev.millrace.node.Commands.survey;
import static dev.millrace.node.TestPath.problem;
import static dev.millrace.node.TestPath.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Reply.Updated;
import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.DelayBound;
import dev.millrace.stages.control.StageSample;
import dev.millrace.stages.profile.StageGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is executed first, and who isn't, when calls wait. */
@Timeout(20)
class AdmissionTest {
  @TempDir Path folder;

  @Test
  void enqueuesGoBeforeLooks() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var look = submit(node.path.forClient("one"), peek("q"));
      var put = submit(node.path.forClient("other"), enqueue("q", "a"));
      busy.end();

      assertThat(reply(put)).isInstanceOf(Updated.class);
      assertThat(((Peeked) reply(look)).tasks()).hasSize(1);
    }
  }

  @Test
  void callsOfOneClientBeginInTheOrderInWhichTheyWereSent() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var client = node.path.forClient("client");
      var look = submit(client, peek("q"));
      var put = submit(client, enqueue("q", "a"));
      busy.end();

      assertThat(reply(put)).isInstanceOf(Updated.class);
      assertThat(((Peeked) reply(look)).tasks()).isEmpty();
    }
  }

  @Test
  void completionsGoBeforeLeasesAndThoseBeforeEnqueues() {
    assertThat(CallClass.of(dequeue("q", "a", 1))).isEqualTo(CallClass.COMPLETE);
    assertThat(CallClass.of(lease("q", 1, 1, 0))).isEqualTo(CallClass.LEASE);
    assertThat(CallClass.of(enqueue("q", "a"))).isEqualTo(CallClass.ENQUEUE);
    assertThat(CallClass.of(survey())).isEqualTo(CallClass.LOOK);
    assertThat(CallClass.values()).extracting(CallClass::priority).containsExactly(0, 1, 2, 3);
  }

  @Test
  void clientsTakeTurns() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var greedy = node.path.forClient("greedy");
      var modest = node.path.forClient("modest");
      var first = submit(greedy, enqueue("q", "g0"));
      for (int i = 1; i < ExecuteStage.TURN_COST; i++) {
        var _ = submit(greedy, enqueue("q", "g" + i));
      }
      var beyondItsTurn = submit(greedy, enqueue("q", "last"));
      var other = submit(modest, enqueue("q", "m1"));
      busy.end();

      assertThat(first.join().ticket()).isLessThan(other.join().ticket());
      assertThat(other.join().ticket()).isLessThan(beyondItsTurn.join().ticket());
    }
  }

  @Test
  void clientWithItsShareIsRefusedWhileAnotherIsTaken() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var greedy = node.path.forClient("greedy");
      var modest = node.path.forClient("modest");
      var waiting = submit(modest, enqueue("q", "m"));
      CompletableFuture<Answer> last;
      int taken = -1;
      do {
        taken++;
        last = submit(greedy, enqueue("q", "g" + taken));
      } while (!last.isDone());

      assertThat(((Failed) reply(last)).problem().code()).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(((Failed) reply(last)).problem().retryMillis()).isPositive();
      assertThat(greedy.refusal(CallClass.ENQUEUE)).isPresent();
      assertThat(greedy.refusal(CallClass.COMPLETE)).isEmpty();
      assertThat(modest.refusal(CallClass.ENQUEUE)).isEmpty();
      var more = submit(modest, enqueue("q", "more"));
      var done = submit(greedy, dequeue("q", "none", 0));
      assertThat(more).isNotDone();
      assertThat(done).isNotDone();
      busy.end();
      assertThat(reply(waiting)).isInstanceOf(Updated.class);
      assertThat(reply(more)).isInstanceOf(Updated.class);
    }
  }

  @Test
  void whatGoesFirstDoesNotWaitForTheSyncOfWhatIsExecutedBehindIt() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var put = submit(node.path.forClient("one"), enqueue("q", "a"));
      var done = submit(node.path.forClient("other"), dequeue("q", "none", 0));
      node.disk.holdSyncs();
      busy.end();

      assertThat(problem(done)).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(put).isNotDone();
      node.disk.letSyncsGo();
      assertThat(reply(put)).isInstanceOf(Updated.class);
    }
  }

  @Test
  void callsCostWhatTheirElementsAndDataTake() {
    var single = (Command.Update) enqueue("q", "a");
    var fifty =
        new Command.Update(Collections.nCopies(50, single.elements().getFirst()), single.request());

    assertThat(CommandSize.costOf(single)).isEqualTo(1);
    assertThat(CommandSize.costOf(fifty)).isEqualTo(13);
    assertThat(CommandSize.costOf(lease("q", 1, 1, 0))).isEqualTo(1);
    assertThat(CommandSize.costOf(lease("q", 50, 1, 0))).isEqualTo(13);
  }

  @Test
  void callThatWaitedForTwiceTheTargetIsRefusedUnlessItCompletes() throws Exception {
    try (var node = new TestPath(folder);
        var busy = new Busy(node)) {
      var put = node.submit(enqueue("q", "late"));
      var done = node.submit(dequeue("q", "a", 0));
      node.clock.advance(TestPath.PATH.responseTarget().multipliedBy(2));
      busy.end();

      assertThat(problem(put)).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(problem(done)).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void callThatCanNotBeAnsweredInTimeIsNotExecuted() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();
      var slow = node.submit(enqueue("q", "a"));
      node.disk.awaitSync();
      node.clock.advance(Duration.ofSeconds(1));
      node.disk.letSyncsGo();
      assertThat(reply(slow)).isInstanceOf(Updated.class);
      node.execute(peek("q"));

      var answer = new CompletableFuture<Answer>();
      var _ =
          node.path.submit(
              TestPath.DEFAULT_SLOT,
              enqueue("q", "b"),
              Durability.FSYNC,
              node.clock.getAsLong() + Duration.ofMillis(1500).toNanos(),
              answer::complete);

      assertThat(problem(answer)).isEqualTo(ErrorCode.DEADLINE_PASSED);
    }
  }

  @Test
  void lookAtEverySlotIsTakenHoweverSlowTheNodeIs() {
    int slots = 256;
    DelayBound admission = ExecuteStage.admission(Duration.ofSeconds(1), slots);
    var crawling = new StageSample(Duration.ofSeconds(1).toNanos(), 1, 1, true, 0);
    AdmissionRule.Bound bound = admission.first();
    for (int second = 0; second < 60; second++) {
      bound = admission.next(bound, crawling);
    }

    assertThat(bound.waitingMax() * CallClass.LOOK.headroom()).isGreaterThanOrEqualTo(slots);
  }

  @Test
  void graphShowsThePath() {
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));

      assertThat(StageGraph.of(node.path.observe()).dot()).contains("\"execute\" -> \"journal\"");
    }
  }

  private static CompletableFuture<Answer> submit(CommandPath path, Command command) {
    var answer = new CompletableFuture<Answer>();
    var _ =
        path.submit(TestPath.DEFAULT_SLOT, command, Durability.FSYNC, Call.NEVER, answer::complete);
    return answer;
  }

  /** Keeps the thread that executes busy: a read with nothing in flight is answered by it. */
  private static final class Busy implements AutoCloseable {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    Busy(TestPath node) throws InterruptedException {
      var _ =
          node.path.submit(
              TestPath.DEFAULT_SLOT,
              peek("none"),
              Durability.FSYNC,
              Call.NEVER,
              _ -> {
                begun.countDown();
                await(end);
              });
      begun.await();
    }

    void end() {
      end.countDown();
    }

    @Override
    public void close() {
      end();
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
