package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessText;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers with rights on some queues can do and see. */
class GateTest {
  private static final Queue MAIL = queue("mail.in");
  private static final Queue HIDDEN = queue("hidden");

  private final Gate gate =
      Gate.of(Access.NONE, InstantSource.fixed(Instant.EPOCH), new Audit(System::nanoTime));
  private final WireServer server = WireServer.start(Limits.DEFAULT, gate);

  @BeforeEach
  void fill() {
    gate.change(access("admin */*"));
    client("root")
        .update(update(enqueue(MAIL, "m"), enqueue(HIDDEN, "h"), enqueue(queue("mail.out"), "o")));
    client("root").update(update(enqueue(queue("other", "mail.x"), "x")));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Somebody with all rights, and a visitor with these. */
  private static Access access(String... rules) {
    return AccessText.parse(
        "access", Visitor.text("root", "admin */*") + Visitor.text("visitor", rules));
  }

  private MillraceBlockingStub client(String token) {
    return MillraceGrpc.newBlockingStub(Visitor.bearing(server.channel, token))
        .withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  private MillraceBlockingStub visitor(String... rules) {
    gate.change(access(rules));
    return client("visitor");
  }

  private static ListQueuesRequest listing(QueueFilter.Builder filter) {
    return ListQueuesRequest.newBuilder().setFilter(filter).build();
  }

  private static List<String> names(ListQueuesReply reply) {
    return reply.getQueuesList().stream().map(size -> size.getQueue().getName()).toList();
  }

  @Test
  void listingShowsAndCountsWhatMayBeListed() {
    MillraceBlockingStub visitor = visitor("list /mail.*", "admin /mail.in");
    var everywhere = QueueFilter.newBuilder().setPattern(everywhere(""));

    ListQueuesReply reply = visitor.listQueues(listing(everywhere));

    assertThat(names(reply)).containsExactly("mail.in", "mail.out");
    assertThat(reply.getMatching()).isEqualTo(2);
    var stats = visitor.stats(StatsRequest.newBuilder().setFilter(everywhere).build());
    assertThat(stats.getMatching()).isEqualTo(2);
    assertThat(stats.getTotal().getSize().getAvailable()).isEqualTo(2);
  }

  @Test
  void whatMayNotBeListedIsNotCountedBeforeAPage() {
    MillraceBlockingStub visitor = visitor("list /mail.*");
    var second = QueueFilter.newBuilder().setPattern(everywhere("")).setSkip(1);

    ListQueuesReply reply = visitor.listQueues(listing(second));

    assertThat(names(reply)).containsExactly("mail.out");
    assertThat(reply.getMatching()).isEqualTo(2);
    var stats = visitor.stats(StatsRequest.newBuilder().setFilter(second).build());
    assertThat(stats.getTotal().getSize().getAvailable()).isEqualTo(2);
  }

  @Test
  void pagesLeaveOutWhatMayNotBeListed() {
    MillraceBlockingStub visitor = visitor("list /mail.*");
    var filter = QueueFilter.newBuilder().setPageSize(1);

    ListQueuesReply first = visitor.listQueues(listing(filter));
    ListQueuesReply second =
        visitor.listQueues(listing(filter.setPageToken(first.getNextPageToken())));

    assertThat(names(first)).containsExactly("mail.in");
    assertThat(names(second)).containsExactly("mail.out");
    assertThat(second.getNextPageToken()).isEmpty();
  }

  @Test
  void answerIsTheSameWhetherAHiddenQueueExists() {
    MillraceBlockingStub visitor = visitor("enqueue,lease,complete,delete /*", "list /mail.*");

    for (Queue queue : List.of(HIDDEN, queue("nowhere"))) {
      String denied = "visitor has no right to list: " + queue.getName();
      assertThat(problemOf(() -> visitor.get(get(queue))).getMessage()).isEqualTo(denied);
      assertThat(problemOf(() -> visitor.peek(peek(queue))).getMessage()).isEqualTo(denied);
      assertThat(problemOf(() -> visitor.deleteQueue(delete(queue))).getMessage())
          .isEqualTo(denied);
    }
  }

  private static GetRequest get(Queue queue) {
    return GetRequest.newBuilder().setQueue(queue).setPid(bytes("h")).build();
  }

  private static PeekRequest peek(Queue queue) {
    return PeekRequest.newBuilder().setQueue(queue).build();
  }

  private static DeleteQueueRequest delete(Queue queue) {
    return DeleteQueueRequest.newBuilder().setQueue(queue).build();
  }

  @Test
  void patternTakesFromWhatMayBeLeased() {
    MillraceBlockingStub visitor = visitor("lease /mail.*");

    assertThat(pids(visitor.lease(lease(10, everywhere(".*")))))
        .containsExactlyInAnyOrder("m", "o");
    assertThat(visitor.lease(lease(10, pattern("hidden"))).getTasksCount()).isZero();
  }

  @Test
  void waitingPatternIsNotServedFromElsewhere() {
    gate.change(access("lease /mail.*"));
    Received<LeaseRequest, LeaseReply> waiting = Received.create();
    MillraceGrpc.newStub(Visitor.bearing(server.channel, "visitor"))
        .lease(lease(1, pattern("new|mail.new")).toBuilder().setWait(seconds(60)).build(), waiting);
    server.path.awaitUnanswered(1);

    client("root").update(update(enqueue(queue("new"), "n")));
    client("root").update(update(enqueue(queue("mail.new"), "yes")));

    assertThat(pids(waiting.await(1).getFirst())).containsExactly("yes");
  }

  @Test
  void oneForbiddenElementLeavesNothingDone() {
    MillraceBlockingStub visitor = visitor("enqueue /mail.*");

    var problem =
        problemOf(() -> visitor.update(update(enqueue(MAIL, "new"), enqueue(HIDDEN, "new"))));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(problem.getElement()).isEqualTo(1);
    assertThat(client("root").peek(peek(MAIL)).getTasksCount()).isEqualTo(1);
  }

  @Test
  void oneForbiddenQueueLeavesNothingLeased() {
    MillraceBlockingStub visitor = visitor("lease /mail.*");

    var problem = problemOf(() -> visitor.lease(lease(10, MAIL, queue("other", "mail.x"))));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(client("root").get(get(MAIL).toBuilder().setPid(bytes("m")).build()).getTask())
        .extracting(Task::getLease)
        .isEqualTo(0L);
  }

  @Test
  void eachCallOfABatchIsJudgedByItself() {
    MillraceBlockingStub visitor = visitor("enqueue /mail.*");

    BatchReply reply =
        visitor.batch(
            BatchRequest.newBuilder()
                .addCalls(Call.newBuilder().setUpdate(update(enqueue(HIDDEN, "new"))))
                .addCalls(Call.newBuilder().setUpdate(update(enqueue(MAIL, "new"))))
                .addCalls(Call.newBuilder().setLease(lease(1, MAIL)))
                .build());

    assertThat(reply.getRepliesList().stream().map(CallReply::getProblem))
        .extracting(problem -> problem.getCode())
        .containsExactly(
            ErrorCode.PERMISSION_DENIED,
            ErrorCode.ERROR_CODE_UNSPECIFIED,
            ErrorCode.PERMISSION_DENIED);
  }

  @Test
  void renewAllReachesOnlyWhatMayBeCompleted() {
    client("root").lease(lease(10, MAIL, HIDDEN));
    MillraceBlockingStub visitor = visitor("complete /mail.*");

    assertThat(visitor.renewAll(renewAll()).getRenewed()).isEqualTo(1);
    assertThat(client("root").renewAll(renewAll()).getRenewed()).isEqualTo(2);
  }

  private static RenewAllRequest renewAll() {
    return RenewAllRequest.newBuilder().setHolder("worker").setAllGroups(true).build();
  }

  @Test
  void patternDeletesWhatMayBeDeletedAndListed() {
    MillraceBlockingStub visitor = visitor("delete /*", "list /mail.*");
    var request = DeleteQueueRequest.newBuilder().setPattern(everywhere(".*"));

    assertThat(visitor.deleteQueue(request.clone().setDryRun(true).build()).getQueues())
        .isEqualTo(2);
    assertThat(visitor.deleteQueue(request.setExpectedQueues(2).build()).getQueues()).isEqualTo(2);
    assertThat(client("root").peek(peek(HIDDEN)).getTasksCount()).isEqualTo(1);
  }

  @Test
  void requestIdOfAnotherTellsNothing() {
    LeaseRequest leasing = lease(1, HIDDEN).toBuilder().setRequest(request("client", 1)).build();
    assertThat(pids(client("root").lease(leasing))).containsExactly("h");
    MillraceBlockingStub visitor = visitor("lease /mail.*");

    LeaseRequest guessed = lease(1, MAIL).toBuilder().setRequest(request("client", 1)).build();

    assertThat(pids(visitor.lease(guessed))).containsExactly("m");
    assertThat(pids(visitor.lease(guessed))).containsExactly("m");
    assertThat(pids(client("root").lease(leasing))).containsExactly("h");
  }

  @Test
  void revokedTokenEndsAStreamAndGivesItsWaitUp() {
    gate.change(access("lease /mail.*"));
    Received<BatchRequest, BatchReply> received = Received.create();
    var stream = MillraceGrpc.newStub(Visitor.bearing(server.channel, "visitor")).stream(received);
    stream.onNext(
        BatchRequest.newBuilder()
            .addCalls(
                Call.newBuilder()
                    .setLease(lease(1, queue("mail.new")).toBuilder().setWait(seconds(60)).build()))
            .build());
    server.path.awaitUnanswered(1);

    gate.change(AccessText.parse("access", Visitor.text("root", "admin */*")));

    assertThat(Messages.problem(received.awaitFailure()).getCode())
        .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    server.path.await(Command.Cancel.class, 1);
    server.path.awaitUnanswered(0);
  }

  @Test
  void changedRulesEndACallThatWaits() {
    gate.change(access("lease /mail.*"));
    Received<LeaseRequest, LeaseReply> waiting = Received.create();
    MillraceGrpc.newStub(Visitor.bearing(server.channel, "visitor"))
        .lease(lease(1, queue("mail.new")).toBuilder().setWait(seconds(60)).build(), waiting);
    server.path.awaitUnanswered(1);

    gate.change(access("lease /other.*"));

    assertThat(Messages.problem(waiting.awaitFailure()).getCode())
        .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    server.path.awaitUnanswered(0);
  }

  @Test
  void changeThatIsNotTheirsLeavesCallsAlone() {
    gate.change(access("lease /mail.*"));
    Received<LeaseRequest, LeaseReply> waiting = Received.create();
    MillraceGrpc.newStub(Visitor.bearing(server.channel, "visitor"))
        .lease(lease(1, queue("mail.new")).toBuilder().setWait(seconds(60)).build(), waiting);
    server.path.awaitUnanswered(1);

    gate.change(
        AccessText.parse(
            "access",
            Visitor.text("root", "admin */*")
                + Visitor.text("visitor", "lease /mail.*")
                + Visitor.text("another", "list /*")));
    client("root").update(update(enqueue(queue("mail.new"), "n")));

    assertThat(pids(waiting.await(1).getFirst())).containsExactly("n");
  }
}
