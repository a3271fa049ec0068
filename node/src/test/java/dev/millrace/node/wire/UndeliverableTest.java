package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Queue;
import dev.millrace.node.CommandPath;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Replies that don't arrive, and paths that break. */
class UndeliverableTest {
  private static final Queue MAIL = queue("mail");

  @Test
  void grantThatIsStuckOnItsWayIsGivenBackWhenTheCallerGoes() {
    try (var server = WireServer.start()) {
      for (int i = 0; i < 8; i++) {
        var task = Enqueue.newBuilder().setQueue(MAIL).setData(bytes(1 << 20));
        server.client().update(update(Element.newBuilder().setEnqueue(task).build()));
      }
      var slow = Received.<LeaseRequest, LeaseReply>slow();
      server.asyncClient().lease(lease(8, MAIL), slow);
      server.path.await(Command.Lease.class, 1);

      slow.cancel();

      server.path.await(Command.GiveBack.class, 1);
      assertThat(server.client().lease(lease(8, MAIL)).getTasksCount()).isEqualTo(8);
    }
  }

  @Test
  void defectOfThePathIsAnInternalProblemOfEachCall() throws Exception {
    var broken =
        new CommandPath() {
          @Override
          public int slots() {
            return 4;
          }

          @Override
          public Pending submit(
              int slot,
              Command command,
              Durability durability,
              long expiryNanos,
              Consumer<Answer> onAnswer) {
            throw new IllegalStateException("broken on purpose");
          }
        };
    var server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .directExecutor()
            .addService(Wire.service(broken, Limits.DEFAULT))
            .build()
            .start();
    var channel =
        Grpc.newChannelBuilder("127.0.0.1:" + server.getPort(), InsecureChannelCredentials.create())
            .build();
    try {
      var stub = MillraceGrpc.newBlockingStub(channel);
      var unary = Messages.problemOf(() -> stub.lease(lease(1, MAIL)));
      var received = Received.<BatchRequest, BatchReply>create();
      var calls = MillraceGrpc.newStub(channel).stream(received);
      var call = Call.newBuilder().setNumber(3).setLease(lease(1, MAIL));
      calls.onNext(BatchRequest.newBuilder().addCalls(call).build());

      assertThat(unary.getCode()).isEqualTo(ErrorCode.INTERNAL);
      assertThat(unary.getMessage()).doesNotContain("broken on purpose");
      var reply = received.await(1).getFirst().getReplies(0);
      assertThat(reply.getNumber()).isEqualTo(3);
      assertThat(reply.getProblem().getCode()).isEqualTo(ErrorCode.INTERNAL);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }
}
