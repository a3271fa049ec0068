package dev.millrace.node.line;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.node.CommandPath;
import dev.millrace.queue.Command;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A service that notes what it hears, and does what a test says. */
final class TestService extends ServerCall.Listener<BatchRequest> {
  final List<String> heard = new ArrayList<>();
  final Metadata headers = new Metadata();
  Consumer<BatchRequest> onMessage = _ -> {};
  private @Nullable ServerCall<BatchRequest, BatchReply> call;

  /** One that takes no commands. */
  static final CommandPath NOWHERE =
      new CommandPath() {
        @Override
        public int slots() {
          return 1;
        }

        @Override
        public Pending submit(
            int slot,
            Command command,
            Durability durability,
            long expiryNanos,
            Consumer<Answer> onAnswer) {
          throw new AssertionError("a command");
        }
      };

  ServerMethodDefinition<BatchRequest, BatchReply> method() {
    return ServerMethodDefinition.create(
        MillraceGrpc.getStreamMethod(),
        (started, with) -> {
          call = started;
          headers.merge(with);
          heard.add("start");
          return this;
        });
  }

  ServerCall<BatchRequest, BatchReply> call() {
    if (call == null) {
      throw new AssertionError("no call was started");
    }
    return call;
  }

  @Override
  public void onMessage(BatchRequest message) {
    heard.add("message " + message.getCalls(0).getNumber());
    onMessage.accept(message);
  }

  @Override
  public void onHalfClose() {
    heard.add("half-close");
  }

  @Override
  public void onCancel() {
    heard.add("cancel");
  }

  @Override
  public void onComplete() {
    heard.add("complete");
  }

  @Override
  public void onReady() {
    heard.add("ready");
  }
}
