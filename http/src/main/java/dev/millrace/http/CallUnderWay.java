package dev.millrace.http;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of the service, from its request to its outcome. */
final class CallUnderWay {
  private final ClientCall<Message, Message> call;

  /** How a call ended. */
  sealed interface Outcome {
    record Replied(Message reply) implements Outcome {}

    record Failed(Answer answer) implements Outcome {}
  }

  private CallUnderWay(ClientCall<Message, Message> call) {
    this.call = call;
  }

  /**
   * Starts a call.
   *
   * @param loop on which the outcome is told, exactly once unless the loop has ended
   */
  static CallUnderWay start(
      Channel channel,
      Rpc rpc,
      Message request,
      Metadata headers,
      Executor loop,
      Consumer<Outcome> onOutcome) {
    ClientCall<Message, Message> call = channel.newCall(rpc.method(), CallOptions.DEFAULT);
    call.start(new Listener(loop, onOutcome), headers);
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
    return new CallUnderWay(call);
  }

  /** Nobody waits any more: a lease that waits stops, and what it was granted is given back. */
  void cancel() {
    call.cancel("the caller has gone", null);
  }

  private static final class Listener extends ClientCall.Listener<Message> {
    private final Executor loop;
    private final Consumer<Outcome> onOutcome;
    private @Nullable Message reply;

    Listener(Executor loop, Consumer<Outcome> onOutcome) {
      this.loop = loop;
      this.onOutcome = onOutcome;
    }

    @Override
    public void onMessage(Message message) {
      reply = message;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      try {
        // JSON is made there: this thread may be the one that makes others' calls durable.
        loop.execute(() -> onOutcome.accept(outcome(status, trailers)));
      } catch (RejectedExecutionException e) {
        // The server has stopped, and the connection with it.
        reply = null;
      }
    }

    private Outcome outcome(Status status, Metadata trailers) {
      Message message = reply;
      return status.isOk() && message != null
          ? new Outcome.Replied(message)
          : new Outcome.Failed(ProblemAnswer.of(status, trailers));
    }
  }
}
