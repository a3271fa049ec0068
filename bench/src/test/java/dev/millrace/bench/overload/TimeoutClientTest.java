package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One client, whose node is this test. */
class TimeoutClientTest {
  private static final long MS = 1_000_000;
  private static final List<Task> FIRST_IS_THERE =
      List.of(Task.newBuilder().setData(ByteString.copyFrom(TaskBook.data(0, 64))).build());

  private final List<BatchRequest> sent = new ArrayList<>();
  private final Complaints complaints = new Complaints();
  private final Tally tally =
      new Tally(Phase.open(100, Duration.ZERO, Duration.ofSeconds(100)), 0, 0);
  private long now;
  private final TimeoutClient client =
      new TimeoutClient(0, new TestLine(), Duration.ofSeconds(1), () -> now, complaints);

  private final class TestLine implements StreamedClient.Line {
    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void send(BatchRequest message) {
      sent.add(message);
    }
  }

  @Test
  void callsSayHowLongTheyAreOfUse() {
    client.issue(tally, 0, 2);

    assertThat(sent.getFirst().getCallsList())
        .hasSize(2)
        .allMatch(call -> call.getTimeoutMillis() == 1_000);
  }

  @Test
  void whatWasDoneInTimeIsAcknowledged() {
    client.issue(tally, 0, 1);
    now = 1_000 * MS;
    reply(CallReply.newBuilder().setUpdate(UpdateReply.getDefaultInstance()));

    assertThat(client.book().executed()).isEqualTo(1);
    assertThat(client.book().compare(FIRST_IS_THERE).expiredExecuted()).isZero();
  }

  @Test
  void whatWasDoneAfterTheTimeWasDoneForNobody() {
    client.issue(tally, 0, 1);
    now = 1_000 * MS + 1;
    reply(CallReply.newBuilder().setUpdate(UpdateReply.getDefaultInstance()));

    assertThat(client.book().compare(FIRST_IS_THERE).expiredExecuted()).isEqualTo(1);
    assertThat(tally.expired()).isEqualTo(1);
  }

  @Test
  void whatTheNodeDroppedMustNotBeThere() {
    client.issue(tally, 0, 1);
    reply(
        CallReply.newBuilder().setProblem(Problem.newBuilder().setCode(ErrorCode.DEADLINE_PASSED)));

    assertThat(client.book().compare(List.of()).expiredExecuted()).isZero();
    assertThat(client.book().compare(FIRST_IS_THERE).expiredExecuted()).isEqualTo(1);
    assertThat(complaints.count()).isZero();
  }

  private void reply(CallReply.Builder reply) {
    reply.setNumber(sent.getLast().getCalls(0).getNumber());
    client.replied(BatchReply.newBuilder().addReplies(reply).build());
  }
}
