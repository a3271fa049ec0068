package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeleteCallTest {
  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void queueGoesWithItsTasks() {
    server.client().update(update(enqueue(queue("mail"), "a"), enqueue(queue("mail"), "b")));

    var reply = server.client().deleteQueue(of("mail").build());

    assertThat(reply.getQueues()).isEqualTo(1);
    assertThat(reply.getTasks()).isEqualTo(2);
    assertThat(reply.getDeleted(0).getQueue()).isEqualTo(queue("mail"));
    assertThat(queuesLeft()).isZero();
  }

  @Test
  void queueThatIsNotThereIsNotFound() {
    var real = problemOf(() -> server.client().deleteQueue(of("mail").build()));
    var dry = problemOf(() -> server.client().deleteQueue(of("mail").setDryRun(true).build()));

    assertThat(real.getCode()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(dry.getCode()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void dryRunOfAQueueTellsAndDeletesNothing() {
    server.client().update(update(enqueue(queue("a.b"), "1"), enqueue(queue("axb"), "1")));

    var reply = server.client().deleteQueue(of("a.b").setDryRun(true).build());

    assertThat(reply.getQueues()).isEqualTo(1);
    assertThat(reply.getDeleted(0).getQueue()).isEqualTo(queue("a.b"));
    assertThat(queuesLeft()).isEqualTo(2);
  }

  @Test
  void dryRunOfAVeryLongNameIsRefused() {
    var problem =
        problemOf(() -> server.client().deleteQueue(of("n".repeat(257)).setDryRun(true).build()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void targetIsNeeded() {
    var problem =
        problemOf(() -> server.client().deleteQueue(DeleteQueueRequest.getDefaultInstance()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void patternNeedsTheExpectedNumber() {
    server.client().update(update(enqueue(queue("a"), "1"), enqueue(queue("b"), "1")));
    var matching = DeleteQueueRequest.newBuilder().setPattern(pattern(".*"));

    var absent = problemOf(() -> server.client().deleteQueue(matching.build()));
    var wrong = problemOf(() -> server.client().deleteQueue(matching.setExpectedQueues(3).build()));
    var right = server.client().deleteQueue(matching.setExpectedQueues(2).build());

    assertThat(absent.getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(wrong.getCode()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(right.getQueues()).isEqualTo(2);
  }

  @Test
  void patternOverAllGroupsDeletesInEverySlotWhenTheSumIsRight() {
    putInThreeSlots();

    var reply = server.client().deleteQueue(everyMail().setExpectedQueues(3).build());

    assertThat(reply.getQueues()).isEqualTo(3);
    assertThat(reply.getTasks()).isEqualTo(3);
    assertThat(reply.getDeletedList()).hasSize(3);
    assertThat(queuesLeft()).isZero();
  }

  @Test
  void patternOverAllGroupsDeletesNothingWhenTheSumIsWrong() {
    putInThreeSlots();

    var few =
        problemOf(() -> server.client().deleteQueue(everyMail().setExpectedQueues(2).build()));
    var many =
        problemOf(() -> server.client().deleteQueue(everyMail().setExpectedQueues(-1).build()));

    assertThat(few.getCode()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(many.getCode()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(queuesLeft()).isEqualTo(3);
  }

  @Test
  void dryRunOverAllGroupsTells() {
    putInThreeSlots();

    var reply = server.client().deleteQueue(everyMail().setDryRun(true).build());

    assertThat(reply.getQueues()).isEqualTo(3);
    assertThat(queuesLeft()).isEqualTo(3);
  }

  @Test
  void requestIdOverAllGroupsIsRefused() {
    var request = everyMail().setExpectedQueues(0).setRequest(request("me", 1)).build();

    var problem = problemOf(() -> server.client().deleteQueue(request));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void slotThatFailsAfterOthersHaveDeletedLeavesTheOutcomeOpen() {
    putInThreeSlots();
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"),
        one ->
            one.slot() == 1
                && one.command() instanceof Command.DeleteMatching delete
                && !delete.dryRun());

    var problem =
        problemOf(() -> server.client().deleteQueue(everyMail().setExpectedQueues(3).build()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(queuesLeft()).isEqualTo(1);
  }

  @Test
  void slotThatFailsToCountDeletesNothing() {
    putInThreeSlots();
    server.path.refuse(
        new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"),
        one -> one.slot() == 6 && one.command() instanceof Command.DeleteMatching);

    var problem =
        problemOf(() -> server.client().deleteQueue(everyMail().setExpectedQueues(3).build()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(queuesLeft()).isEqualTo(3);
  }

  private void putInThreeSlots() {
    for (int slot = 0; slot < 3; slot++) {
      server.client().update(update(enqueue(server.queueIn(slot, "mail"), "a")));
    }
  }

  private static DeleteQueueRequest.Builder of(String name) {
    return DeleteQueueRequest.newBuilder().setQueue(queue(name));
  }

  private static DeleteQueueRequest.Builder everyMail() {
    return DeleteQueueRequest.newBuilder().setPattern(everywhere("mail"));
  }

  private long queuesLeft() {
    var all = QueueFilter.newBuilder().setPattern(everywhere(""));
    return server
        .client()
        .listQueues(ListQueuesRequest.newBuilder().setFilter(all).build())
        .getMatching();
  }
}
