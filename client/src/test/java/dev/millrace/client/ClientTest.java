package dev.millrace.client;

import static dev.millrace.client.Calls.MAIL;
import static dev.millrace.client.Calls.bytes;
import static dev.millrace.client.Calls.enqueue;
import static dev.millrace.client.Calls.lease;
import static dev.millrace.client.Calls.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.PauseQueueRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The client against a real node; each test has a queue of its own. */
@TestInstance(Lifecycle.PER_CLASS)
class ClientTest {
  private TestNode node;

  Transport transport() {
    return Transport.LINE;
  }

  @BeforeAll
  void start(@TempDir(cleanup = org.junit.jupiter.api.io.CleanupMode.NEVER) Path folder) {
    node = new TestNode(folder);
  }

  @AfterAll
  void stop() {
    node.close();
  }

  @Test
  void taskGoesFromEnqueueToCompletion() {
    var queue = Elements.queue("life");
    try (var client = connect()) {
      ByteString pid = client.enqueue(queue, bytes("hello"));

      Task task = client.lease(queue, 10).getFirst();
      assertThat(task.getPid()).isEqualTo(pid);
      assertThat(task.getData()).isEqualTo(bytes("hello"));
      assertThat(client.renew(task, Duration.ofMinutes(5))).isAfter(Instant.now());
      client.complete(task);

      assertThat(client.lease(queue, 10)).isEmpty();
    }
  }

  @Test
  void longDataComesBackAsItWentWhateverCameAfterIt() {
    var queue = Elements.queue("long");
    var random = new Random(1);
    try (var client = connect()) {
      List<ByteString> sent = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        byte[] data = new byte[20_000 + random.nextInt(100_000)];
        random.nextBytes(data);
        sent.add(ByteString.copyFrom(data));
        client.enqueue(queue, sent.getLast());
      }

      assertThat(client.lease(queue, 20)).extracting(Task::getData).isEqualTo(sent);
    }
  }

  @Test
  void lostLeaseIsToldByItsType() {
    var queue = Elements.queue("lost");
    try (var client = connect()) {
      client.enqueue(queue, ByteString.EMPTY);
      Task task = client.lease(queue, 1).getFirst();
      client.release(task);

      assertThatThrownBy(() -> client.complete(task))
          .isInstanceOf(LeaseLostException.class)
          .satisfies(e -> assertThat(((MillraceException) e).element()).hasValue(0))
          .satisfies(e -> assertThat(e.getStackTrace()).isNotEmpty());
    }
  }

  @Test
  void allOtherCallsAreThere() {
    var queue = Elements.queue("looked-at");
    try (var client = connect()) {
      ByteString pid = client.enqueue(queue, bytes("x"));
      var admin = client.admin();

      assertThat(admin.get(GetRequest.newBuilder().setQueue(queue).setPid(pid).build()).getTask())
          .returns(bytes("x"), Task::getData);
      assertThat(admin.peek(PeekRequest.newBuilder().setQueue(queue).build()).getTasksCount())
          .isEqualTo(1);
      assertThat(admin.listQueues(ListQueuesRequest.getDefaultInstance()).getMatching())
          .isPositive();
      admin.pauseQueue(PauseQueueRequest.newBuilder().setQueue(queue).build());
      assertThat(client.lease(queue, 1)).isEmpty();
      var failure = catchThrowableOfType(RefusedException.class, admin::backup);
      assertThat(failure.code()).isEqualTo(ErrorCode.INVALID);
    }
  }

  @Test
  void waitingLeaseHoldsUpNobody() throws Exception {
    var queue = Elements.queue("awaited");
    try (var client = connect()) {
      var wait = client.leaseAsync(waiting(600).toBuilder().clearQueues().addQueues(queue).build());
      client.enqueue(Elements.queue("other"), ByteString.EMPTY);
      assertThat(wait).isNotDone();

      client.enqueue(queue, bytes("x"));

      assertThat(wait.get().getTasks(0).getData()).isEqualTo(bytes("x"));
    }
  }

  @Test
  void callersWhoseCallsGoTogetherFailEachForItself() throws Exception {
    int callers = 64;
    int pids = 100;
    var queue = Elements.queue("contended");
    var created = new ConcurrentHashMap<ByteString, Integer>();
    try (var client = connect();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> refused = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        refused.add(
            threads.submit(
                () -> {
                  int refusals = 0;
                  for (int i = 0; i < pids; i++) {
                    ByteString pid = bytes("p" + i);
                    try {
                      client.update(
                          Elements.enqueue(
                              Enqueue.newBuilder()
                                  .setQueue(queue)
                                  .setPid(pid)
                                  .setOnConflict(OnConflict.FAIL)
                                  .build()));
                      created.merge(pid, 1, Integer::sum);
                    } catch (RefusedException e) {
                      assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
                      refusals++;
                    }
                  }
                  return refusals;
                }));
      }
      int refusals = 0;
      for (Future<Integer> caller : refused) {
        refusals += caller.get();
      }
      assertThat(created).hasSize(pids).allSatisfy((_, times) -> assertThat(times).isOne());
      assertThat(refusals).isEqualTo(callers * pids - pids);
    }
  }

  @Test
  void callersThatLeaseTogetherGetEveryTaskOnce() throws Exception {
    int callers = 50;
    int tasks = 2_000;
    var queue = Elements.queue("shared");
    try (var client = connect();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      client.update(
          IntStream.range(0, tasks)
              .mapToObj(i -> Elements.enqueue(queue, bytes("p" + i), ByteString.EMPTY))
              .toArray(Element[]::new));
      List<Future<Integer>> done = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        done.add(
            threads.submit(
                () -> {
                  int completed = 0;
                  for (var leased = client.lease(queue, 2);
                      !leased.isEmpty();
                      leased = client.lease(queue, 2)) {
                    leased.forEach(client::complete);
                    completed += leased.size();
                  }
                  return completed;
                }));
      }
      int completed = 0;
      for (Future<Integer> caller : done) {
        completed += caller.get();
      }
      assertThat(completed).isEqualTo(tasks);
    }
  }

  @Test
  void manyCallersOverFewConnectionsGetTheirOwnReplies() throws Exception {
    var config = ClientConfig.DEFAULT.withConnections(3);
    try (var client = MillraceClient.connect(transport().to(node.address()), config);
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all =
          IntStream.range(0, 100)
              .mapToObj(caller -> callers.submit(() -> work(client, caller)))
              .toList();
      for (Future<Integer> one : all) {
        assertThat(one.get()).isEqualTo(20);
      }
    }
  }

  private static int work(MillraceClient client, int caller) {
    var queue = Elements.queue("worker" + caller);
    int done = 0;
    for (int i = 0; i < 20; i++) {
      client.enqueue(queue, bytes(caller + "/" + i));
      Task task = client.lease(queue, 1).getFirst();
      if (task.getData().equals(bytes(caller + "/" + i))) {
        client.complete(task);
        done++;
      }
    }
    return done;
  }

  @Test
  void requestThatNoServerWouldTakeIsRefusedWithoutHarm() {
    try (var client = connect()) {
      var data = ByteString.copyFrom(new byte[16 << 20]);

      assertThatThrownBy(() -> client.enqueue(MAIL, data)).isInstanceOf(RefusedException.class);
      client.enqueue(Elements.queue("small"), bytes("x"));
      assertThat(client.stats().connects()).isEqualTo(1);
    }
  }

  @Test
  void asynchronousCallsBeyondTheAllowanceAreRefusedAndBlockingOnesWait() throws Exception {
    var config = ClientConfig.DEFAULT.withBytesInFlightMax(8 << 10);
    var queue = Elements.queue("narrow");
    var wait = waiting(600).toBuilder().clearQueues().addQueues(queue).build();
    try (var client = MillraceClient.connect(transport().to(node.address()), config);
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var waits = IntStream.range(0, 4).mapToObj(_ -> client.leaseAsync(wait)).toList();

      var failure = (MillraceException) client.leaseAsync(lease()).exceptionNow();
      assertThat(failure).isInstanceOf(RefusedException.class);
      assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED);
      var blocked = callers.submit(() -> client.enqueue(queue, bytes("x")));
      try (var other = connect()) {
        other.enqueue(queue, bytes("x"));
      }

      assertThat(blocked.get()).isNotNull();
      assertThat(waits).anyMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void blockingOnTheThreadOfTheConnectionIsADefectThatIsTold() {
    try (var client = connect()) {
      var chained =
          client
              .updateAsync(Elements.enqueue(Elements.queue("chained"), bytes("x")))
              .thenApply(_ -> client.enqueue(MAIL, ByteString.EMPTY))
              .handle((_, failure) -> failure);
      // A future that was complete already runs what is chained on this thread, where it may block.
      var failure = chained.join();
      assertThat(failure == null || failure.getCause() instanceof IllegalStateException).isTrue();
    }
  }

  @Test
  void tasksForACancelledFutureAreGivenBack() {
    var queue = Elements.queue("given-back");
    var wait = waiting(600).toBuilder().clearQueues().addQueues(queue).build();
    try (var client = connect()) {
      client.leaseAsync(wait).cancel(false);
      client.enqueue(queue, bytes("x"));

      Task task = client.lease(queue, 1, Duration.ofSeconds(20)).getFirst();

      assertThat(task.getData()).isEqualTo(bytes("x"));
      assertThat(task.getAttempts()).isZero();
    }
  }

  @Test
  void closingEndsWaitsAndLaterCallsAreRefused() {
    var client = connect();
    var wait = client.leaseAsync(waiting(600));
    client.enqueue(Elements.queue("closed"), ByteString.EMPTY);

    client.close();

    assertThat(wait.exceptionNow()).isInstanceOf(OutcomeUnknownException.class);
    assertThatThrownBy(() -> client.update(enqueue("late"))).isInstanceOf(RefusedException.class);
    client.close();
  }

  @Test
  void closingWaitsForTheRepliesOfCallsUnderWay() throws Exception {
    var client = connect();
    var updates =
        IntStream.range(0, 100)
            .mapToObj(_ -> client.updateAsync(Elements.enqueue(Elements.queue("end"), bytes("x"))))
            .toList();

    client.close();

    for (var update : updates) {
      assertThat(update.get().getResultsCount()).isEqualTo(1);
    }
  }

  @Test
  void callThatGetsNoConnectionInTimeChangedNothing() {
    var config = ClientConfig.DEFAULT.withTimeout(Duration.ofMillis(50));
    try (var client = MillraceClient.connect(transport().to("127.0.0.1:1"), config)) {
      assertThatThrownBy(() -> client.update(enqueue("a")))
          .isInstanceOf(RefusedException.class)
          .satisfies(
              e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.DEADLINE_PASSED));
    }
  }

  @Test
  void callWhoseTimeIsOverIsNotExecuted() {
    var queue = Elements.queue("expired");
    try (var client = connect()) {
      client.enqueue(Elements.queue("timely"), ByteString.EMPTY);
      var hurried = client.withTimeout(Duration.ofNanos(1));

      var late = hurried.updateAsync(Elements.enqueue(queue, bytes("x")));

      // Behind it, on the same connection and in the same group.
      assertThat(client.lease(queue, 1)).isEmpty();
      assertThat(late.exceptionNow())
          .isInstanceOfSatisfying(
              MillraceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_PASSED));
    }
  }

  @Test
  void emptyUpdateIsAnsweredAsTheServerDoes() {
    try (var client = connect()) {
      assertThatThrownBy(() -> client.update(UpdateRequest.getDefaultInstance()))
          .isInstanceOf(MillraceException.class);
      client.enqueue(Elements.queue("after"), ByteString.EMPTY);
    }
  }

  private MillraceClient connect() {
    return MillraceClient.connect(transport().to(node.address()));
  }
}
