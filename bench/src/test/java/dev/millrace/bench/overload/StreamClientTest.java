package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One client, whose node is this test. */
class StreamClientTest {
  private static final long MS = 1_000_000;

  private final List<BatchRequest> sent = new ArrayList<>();
  private final Complaints complaints = new Complaints();
  private final Tally tally =
      new Tally(Phase.open(100, Duration.ZERO, Duration.ofSeconds(100)), 1, 0);
  private long now;
  private boolean isReady = true;
  private final StreamClient client =
      new StreamClient(0, new TestLine(), new Random(1), () -> now, complaints);

  private final class TestLine implements StreamedClient.Line {
    @Override
    public boolean isReady() {
      return isReady;
    }

    @Override
    public void send(BatchRequest message) {
      sent.add(message);
    }
  }

  @Test
  void latencyCountsFromWhenARequestWasMeantToBeSent() {
    now = 500 * MS;
    client.issue(tally, 200 * MS, 1);
    now = 600 * MS;
    reply(CallReply.newBuilder().setUpdate(UpdateReply.getDefaultInstance()));

    assertThat(Percentile.millis(tally.latency(), 50)).isEqualTo(400, within(1.0));
    assertThat(Percentile.millis(tally.lateness(), 50)).isEqualTo(300, within(1.0));
  }

  @Test
  void whatTheNodeDoesNotReadIsOfferedAndNeverSent() {
    isReady = false;
    client.issue(tally, 0, 16);
    isReady = true;
    client.issue(tally, 0, 1);

    assertThat(sent).hasSize(1);
    assertThat(tally.unsent()).isEqualTo(16);
    assertThat(tally.offered()).containsExactly(17);
    assertThat(client.underWay()).isEqualTo(1);
  }

  @Test
  void firstRequestsAreEnqueuesBecauseNothingIsKnownToBeThere() {
    client.issue(tally, 0, 100);

    assertThat(sent.getFirst().getCallsList())
        .hasSize(100)
        .allMatch(call -> call.getUpdate().getElements(0).hasEnqueue());
  }

  @Test
  void leasedTaskIsCompletedNext() {
    Call lease = issueUntilLease();
    grant(lease, 0, 7);

    client.issue(tally, now, 1);

    assertThat(lastCall().getUpdate().getElements(0).getDequeue().getLease()).isEqualTo(7);
  }

  @Test
  void refusedCompletionIsTriedAgain() {
    grant(issueUntilLease(), 0, 7);
    client.issue(tally, now, 1);
    refuse(ErrorCode.OVERLOADED);

    client.issue(tally, now, 1);

    assertThat(lastCall().getUpdate().getElements(0).getDequeue().getLease()).isEqualTo(7);
    assertThat(complaints.count()).isZero();
    assertThat(tally.refused()).containsExactly(1);
  }

  @Test
  void lostLeaseIsADroppedOne() {
    grant(issueUntilLease(), 0, 7);
    client.issue(tally, now, 1);
    refuse(ErrorCode.LEASE_LOST);

    assertThat(client.book().compare(List.of()).leasesDropped()).isEqualTo(1);
    assertThat(complaints.first()).contains("LEASE_LOST");
  }

  @Test
  void leaseThatGetsNothingIsComplainedOf() {
    issueUntilLease();
    reply(CallReply.newBuilder().setLease(LeaseReply.getDefaultInstance()));

    assertThat(complaints.count()).isEqualTo(1);
  }

  @Test
  void whatABrokenStreamHadUnderWayStaysUnanswered() {
    client.issue(tally, 0, 3);
    client.broken("cut");

    assertThat(client.underWay()).isZero();
    assertThat(tally.unanswered()).isEqualTo(3);
    assertThat(complaints.first()).contains("cut");
  }

  /** All enqueues before it are acknowledged. */
  private Call issueUntilLease() {
    client.issue(tally, now, 1);
    while (!lastCall().hasLease()) {
      reply(CallReply.newBuilder().setUpdate(UpdateReply.getDefaultInstance()));
      client.issue(tally, now, 1);
    }
    return lastCall();
  }

  private void grant(Call lease, int task, long number) {
    var granted =
        Task.newBuilder()
            .setQueue(lease.getLease().getQueues(0))
            .setPid(ByteString.copyFromUtf8("p"))
            .setData(ByteString.copyFrom(TaskBook.data(task, 64)))
            .setLease(number);
    reply(CallReply.newBuilder().setLease(LeaseReply.newBuilder().addTasks(granted)));
  }

  private void refuse(ErrorCode code) {
    reply(CallReply.newBuilder().setProblem(Problem.newBuilder().setCode(code)));
  }

  private void reply(CallReply.Builder reply) {
    reply.setNumber(lastCall().getNumber());
    client.replied(BatchReply.newBuilder().addReplies(reply).build());
  }

  private Call lastCall() {
    BatchRequest message = sent.getLast();
    return message.getCalls(message.getCallsCount() - 1);
  }
}
