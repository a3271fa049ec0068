package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.PauseQueueRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueFilter.Sort;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.api.v1.ResumeQueueRequest;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.TaskState;
import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Looking at tasks and queues; pausing; renewing. */
class LookCallTest {
  private static final Queue MAIL = queue("mail");

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void taskThatIsNotThereIsNotFound() {
    var problem =
        problemOf(() -> server.client().get(GetRequest.newBuilder().setQueue(MAIL).build()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void peekPagesThroughAQueue() {
    for (String pid : List.of("a", "b", "c")) {
      server.client().update(update(enqueue(MAIL, pid)));
    }
    var peek = PeekRequest.newBuilder().setQueue(MAIL).setMaxTasks(2).build();

    var first = server.client().peek(peek);
    var second = server.client().peek(peek.toBuilder().setAfterPid(bytes("b")).build());

    assertThat(first.getTasksList())
        .extracting(task -> task.getPid().toStringUtf8())
        .containsExactly("a", "b");
    assertThat(first.getMore()).isTrue();
    assertThat(second.getTasksList())
        .extracting(task -> task.getPid().toStringUtf8())
        .containsExactly("c");
    assertThat(second.getMore()).isFalse();
  }

  @Test
  void peekShowsLeasedTasksWithTheirHolders() {
    server.client().update(update(enqueue(MAIL, "a"), enqueue(MAIL, "b")));
    server.client().lease(lease(1, MAIL));

    var reply =
        server
            .client()
            .peek(
                PeekRequest.newBuilder()
                    .setQueue(MAIL)
                    .setState(TaskState.LEASED)
                    .setWithoutData(true)
                    .build());

    assertThat(reply.getTasksList()).hasSize(1);
    assertThat(reply.getTasks(0).getHolder()).isEqualTo("worker");
    assertThat(reply.getTasks(0).getData()).isEmpty();
  }

  @Test
  void listOfAGroupAsksOneSlot() {
    server.client().update(update(enqueue(queue("b"), "1"), enqueue(queue("a"), "1")));
    server.client().update(update(enqueue(queue("other", "c"), "1")));

    var reply = server.client().listQueues(ListQueuesRequest.getDefaultInstance());

    assertThat(names(reply.getQueuesList())).containsExactly("a", "b");
    assertThat(reply.getMatching()).isEqualTo(2);
    assertThat(reply.getNextPageToken()).isEmpty();
    assertThat(server.path.submitted(Command.Survey.class)).hasSize(1);
  }

  @Test
  void pagesOverAllSlotsShowEachQueueOnceInOrder() {
    var expected = new ArrayList<String>();
    for (int i = 0; i < 50; i++) {
      var queue = server.queueIn(i % 8, "queue%02d".formatted(i));
      server.client().update(update(enqueue(queue, "1")));
      expected.add(queue.getGroup() + " " + queue.getName());
    }
    expected.sort(null);
    var filter = QueueFilter.newBuilder().setPattern(everywhere("queue.*")).setPageSize(7);

    var seen = new ArrayList<String>();
    String token = "";
    int pages = 0;
    do {
      var page = list(filter.setPageToken(token));
      page.getQueuesList()
          .forEach(size -> seen.add(size.getQueue().getGroup() + " " + size.getQueue().getName()));
      assertThat(page.getMatching()).isEqualTo(50);
      token = page.getNextPageToken();
      pages++;
    } while (!token.isEmpty());

    assertThat(seen).isEqualTo(expected);
    assertThat(pages).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SORT_UNSPECIFIED", "UNRECOGNIZED"})
  void pageBeginsAnywhereInAnyOrder(Sort sort) {
    for (int i = 0; i < 50; i++) {
      var queue = server.queueIn(i % 8, "queue%02d".formatted(i));
      server.client().update(update(enqueue(queue, "1"), enqueue(queue, "t" + i % 3)));
    }
    var filter = QueueFilter.newBuilder().setPattern(everywhere("queue.*")).setSort(sort);
    var whole = list(filter.clone().setPageSize(1000)).getQueuesList();

    for (int skip : new int[] {1, 20, 44, 49}) {
      var page = list(filter.clone().setPageSize(7).setSkip(skip));
      int end = Math.min(50, skip + 7);
      assertThat(names(page.getQueuesList())).isEqualTo(names(whole.subList(skip, end)));
      assertThat(page.getMatching()).isEqualTo(50);
      assertThat(page.getNextPageToken().isEmpty()).isEqualTo(end == 50);
    }
  }

  @Test
  void pagesGoOnAfterOneThatBeganSomewhere() {
    for (int i = 0; i < 10; i++) {
      server.client().update(update(enqueue(queue("q" + i), "1")));
    }
    var filter = QueueFilter.newBuilder().setPageSize(3);

    var first = list(filter.clone().setSkip(5));
    var second = list(filter.clone().setPageToken(first.getNextPageToken()));

    assertThat(names(first.getQueuesList())).containsExactly("q5", "q6", "q7");
    assertThat(names(second.getQueuesList())).containsExactly("q8", "q9");
  }

  @Test
  void pageBeyondTheLastQueueIsEmpty() {
    server.client().update(update(enqueue(queue("a"), "1")));

    for (int skip : new int[] {1, 2, Integer.MAX_VALUE, -1}) {
      var page = list(QueueFilter.newBuilder().setSkip(skip));

      assertThat(page.getQueuesList()).isEmpty();
      assertThat(page.getMatching()).isEqualTo(1);
      assertThat(page.getNextPageToken()).isEmpty();
    }
  }

  @Test
  void skippedQueuesCountInSums() {
    server.client().update(update(enqueue(queue("a"), "1"), enqueue(queue("b"), "1")));
    var filter = QueueFilter.newBuilder().setSkip(1);

    var reply = server.client().stats(StatsRequest.newBuilder().setFilter(filter).build());

    assertThat(reply.getQueuesList()).hasSize(1);
    assertThat(reply.getTotal().getSize().getAvailable()).isEqualTo(2);
  }

  @Test
  void skipGoesWithoutAToken() {
    server.client().update(update(enqueue(queue("a"), "1"), enqueue(queue("b"), "1")));
    var token = list(QueueFilter.newBuilder().setPageSize(1)).getNextPageToken();

    var problem = problemOf(() -> list(QueueFilter.newBuilder().setPageToken(token).setSkip(1)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void pageThatBeginsSomewhereFailsWhenASlotDoes() {
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"), one -> one.slot() == 5);

    var problem =
        problemOf(() -> list(QueueFilter.newBuilder().setPattern(everywhere("")).setSkip(1)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.OVERLOADED);
  }

  @Test
  void largestQueuesComeFirstWhenAsked() {
    for (int slot = 0; slot < 4; slot++) {
      for (int task = 0; task <= slot; task++) {
        server.client().update(update(enqueue(server.queueIn(slot, "q" + slot), "t" + task)));
      }
    }
    var filter =
        QueueFilter.newBuilder()
            .setPattern(everywhere(""))
            .setSort(Sort.TASKS)
            .setDescending(true)
            .setMinTasks(2)
            .setPageSize(2);

    var first = list(filter);
    var second = list(filter.setPageToken(first.getNextPageToken()));

    assertThat(names(first.getQueuesList())).containsExactly("q3", "q2");
    assertThat(names(second.getQueuesList())).containsExactly("q1");
    assertThat(second.getNextPageToken()).isEmpty();
  }

  @Test
  void tokenOfAnotherListingIsRefused() {
    server.client().update(update(enqueue(queue("a"), "1"), enqueue(queue("b"), "1")));
    var token = list(QueueFilter.newBuilder().setPageSize(1)).getNextPageToken();

    var problem =
        problemOf(() -> list(QueueFilter.newBuilder().setPageToken(token).setSort(Sort.TASKS)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void listFailsWhenASlotDoes() {
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"), one -> one.slot() == 5);

    var problem = problemOf(() -> list(QueueFilter.newBuilder().setPattern(everywhere(""))));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.OVERLOADED);
  }

  @Test
  void statisticsAreSummedOverSlotsAndPages() {
    for (int slot = 0; slot < 3; slot++) {
      var queue = server.queueIn(slot, "q" + slot);
      server.client().update(update(enqueue(queue, "1"), enqueue(queue, "2")));
    }
    server.client().lease(lease(1, server.queueIn(1, "q1")));

    var reply =
        server
            .client()
            .stats(
                StatsRequest.newBuilder()
                    .setFilter(QueueFilter.newBuilder().setPattern(everywhere("q.")).setPageSize(1))
                    .build());

    assertThat(reply.getQueuesList()).hasSize(1);
    assertThat(reply.getMatching()).isEqualTo(3);
    assertThat(reply.getTotal().getSize().getAvailable()).isEqualTo(5);
    assertThat(reply.getTotal().getSize().getLeased()).isEqualTo(1);
    assertThat(reply.getTotal().getEntered()).isEqualTo(6);
    assertThat(reply.getNextPageToken()).isNotEmpty();
  }

  @Test
  void pausedQueueGivesNothingUntilResumed() {
    server.client().update(update(enqueue(MAIL, "a")));

    var paused = server.client().pauseQueue(PauseQueueRequest.newBuilder().setQueue(MAIL).build());
    assertThat(server.client().lease(lease(1, MAIL)).getTasksList()).isEmpty();
    var resumed =
        server.client().resumeQueue(ResumeQueueRequest.newBuilder().setQueue(MAIL).build());

    assertThat(paused.getWasPaused()).isFalse();
    assertThat(resumed.getWasPaused()).isTrue();
    assertThat(server.client().lease(lease(1, MAIL)).getTasksList()).hasSize(1);
  }

  @Test
  void pauseNeedsAQueue() {
    var problem =
        problemOf(() -> server.client().pauseQueue(PauseQueueRequest.getDefaultInstance()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void leasesOfAHolderAreRenewedInOneGroupOrInAll() {
    for (int slot = 0; slot < 3; slot++) {
      server.client().update(update(enqueue(server.queueIn(slot, "mail"), "a")));
    }
    server.client().lease(lease(3, everywhere(".*")));
    var request = RenewAllRequest.newBuilder().setHolder("worker").setLeaseTime(seconds(600));

    var inOne =
        server.client().renewAll(request.setGroup(server.queueIn(1, "mail").getGroup()).build());
    var inAll = server.client().renewAll(request.clearGroup().setAllGroups(true).build());

    assertThat(inOne.getRenewed()).isEqualTo(1);
    assertThat(inAll.getRenewed()).isEqualTo(3);
  }

  @Test
  void leasesWithoutAHolderAreRenewedByTheirCaller() {
    server.client().update(update(enqueue(MAIL, "a")));
    server.client().lease(lease(1, MAIL).toBuilder().clearHolder().build());

    assertThat(server.client().renewAll(RenewAllRequest.getDefaultInstance()).getRenewed())
        .isEqualTo(1);
  }

  @Test
  void renewalOfAGroupAndAllGroupsIsRefused() {
    var both = RenewAllRequest.newBuilder().setGroup("g").setAllGroups(true).build();

    var problem = problemOf(() -> server.client().renewAll(both));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  private ListQueuesReply list(QueueFilter.Builder filter) {
    return server.client().listQueues(ListQueuesRequest.newBuilder().setFilter(filter).build());
  }

  private static List<String> names(List<QueueSize> queues) {
    return queues.stream().map(size -> size.getQueue().getName()).toList();
  }
}
